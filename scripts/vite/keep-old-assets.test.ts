import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { retainOldAssets } from './retain-old-assets.ts'

const DAY_SECONDS = 86_400

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'puoti-assets-'))
  await mkdir(join(directory, 'out/assets'), { recursive: true })
  await writeFile(join(directory, 'index.html'), '<script type="module" src="./main.js"></script>')
  await writeFile(join(directory, 'main.js'), 'console.log("new")')
})
afterEach(() => rm(directory, { recursive: true }))

async function oldFile(name: string, ageDays: number): Promise<void> {
  const path = join(directory, 'out', name)
  await writeFile(path, 'old')
  const seconds = Date.now() / 1000 - ageDays * DAY_SECONDS
  await utimes(path, seconds, seconds)
}

test('a build keeps the hashed files of the last 14 days, and nothing else of earlier builds', async () => {
  await oldFile('assets/yesterday-abc.js', 1)
  await oldFile('assets/long-ago-abc.js', 15)
  await oldFile('old-page.html', 1)
  await build({
    root: directory,
    configFile: false,
    logLevel: 'silent',
    build: { outDir: 'out' },
    plugins: [retainOldAssets()],
  })
  const assets = await readdir(join(directory, 'out/assets'))
  expect(assets).toContain('yesterday-abc.js')
  expect(assets).not.toContain('long-ago-abc.js')
  expect(assets.some(name => /^index-.*\.js$/.test(name))).toBe(true)
  expect((await readdir(join(directory, 'out'))).toSorted()).toEqual(['assets', 'index.html'])
})

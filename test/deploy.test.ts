import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const REPOSITORY = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8')

test('npm ci on Node 18 fails with a sentence', () => {
  const { scripts }: { scripts: { preinstall: string } } = JSON.parse(read('package.json'))
  const directory = mkdtempSync('/tmp/puoti-node-')
  const old = join(directory, 'old.cjs')
  writeFileSync(old, `Object.defineProperty(process.versions, 'node', { value: '18.20.4' })`)
  const run = (options: string) =>
    spawnSync('sh', ['-c', scripts.preinstall], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NODE_OPTIONS: options },
    })
  expect(run(`--require ${old}`)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('This is Node 18.20.4; the shop needs Node 20 or newer.'),
  })
  expect(run('')).toMatchObject({ status: 0, stderr: '' })
  rmSync(directory, { recursive: true })
})

test('the container’s health check asks the port that the shop listens on', () => {
  const check = /^HEALTHCHECK .*$/m.exec(read('deploy/Containerfile'))?.[0]
  expect(check).toContain('process.env.PORT')
  expect(check).not.toContain('3000')
})

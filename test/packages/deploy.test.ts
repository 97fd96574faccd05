import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SETTING_NAMES } from '#server/config/config.ts'
import { envExample } from '../../scripts/write-env-example.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
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

test('.env.example has every setting, as docs/operator/configuration.md describes them', () => {
  const example = read('.env.example')
  expect(example, 'run npm run env:example').toBe(envExample(read('docs/operator/configuration.md')))
  const names = [...example.matchAll(/^# ([A-Z\d_]+)=/gm)].map(([, name = '']) => name)
  expect(names.toSorted()).toEqual(SETTING_NAMES.toSorted())
})

test('every setting that a file in deploy/ names exists', () => {
  const settingNames = new Set(SETTING_NAMES.flatMap(name => [name, `${name}_FILE`]))
  const files = readdirSync(join(REPOSITORY, 'deploy'), { withFileTypes: true }).filter(entry => entry.isFile())
  const mentions = files.flatMap(({ name }) =>
    (read(`deploy/${name}`).match(/\bPUOTI_[A-Z\d_]+\b/g) ?? []).map(setting => `${name}: ${setting}`),
  )
  expect(mentions.length).toBeGreaterThan(20)
  expect(mentions.filter(each => !settingNames.has(each.split(': ')[1] ?? ''))).toEqual([])
})

test('the template unit differs from the unit only in the names of its shop', () => {
  const getLines = (path: string) =>
    read(path)
      .split('\n')
      .filter(
        line => /^[A-Z]\w+=/.test(line) && !/^(?:Description|Environment|EnvironmentFile|LoadCredential)=/.test(line),
      )
  expect(getLines('deploy/puoti@.service').map(line => line.replace('-%i', ''))).toEqual(
    getLines('deploy/puoti.service'),
  )
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inTier } from '#test/tier.ts'

// Each case is a process of its own.
vi.setConfig({ testTimeout: 120_000 })

let directory: string
beforeAll(async () => {
  directory = await mkdtemp('/tmp/puoti-command-')
})
afterAll(() => rm(directory, { recursive: true, force: true }))

type More = { program?: string; env?: Record<string, string> }

async function puoti(args: string[], { program = 'puoti.ts', env = {} }: More = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const variables = { PATH, NODE_COMPILE_CACHE, NODE_ENV: 'test', PUOTI_DATA_DIR: join(directory, 'none'), ...env }
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], { env: variables })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString('utf8')))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

const COMMANDS = [
  'start',
  'migrate',
  'backup',
  'restore',
  'reconcile',
  'reset-passkeys',
  'make-admin',
  'doctor',
  'version',
]

test('puoti lists its commands, each has a help, and none of this creates a database', async () => {
  const { code, output } = await puoti(['--help'])
  expect([...output.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name)).toEqual(COMMANDS)
  expect(code).toBe(0)
  for (const name of inTier({ merge: ['backup'], full: COMMANDS }))
    expect((await puoti([name, '--help'])).output).toMatch(new RegExp(`^Usage: puoti ${name}[ \n]`))
  expect(await readdir(directory)).toEqual([])
})

test('the server started with --help or --version opens no shop and creates no database', async () => {
  const help = await puoti(['--help'], { program: 'main.ts' })
  expect(help).toEqual({ code: 0, output: expect.stringMatching(/^Usage: puoti start\n/) })
  const version = await puoti(['--version'], { program: 'main.ts' })
  expect(version).toEqual({ code: 0, output: expect.stringMatching(/^puoti \d+\.\d+\.\d+/) })
  expect(await readdir(directory)).toEqual([])
})

const WRONG: [args: string[], sentence: string][] = [
  [['start', '--nope'], "Unknown option '--nope'"],
  [['nope'], 'puoti has no command nope. puoti --help lists them.'],
  [['make-admin', '--', '--email'], "Option '--email <value>' argument missing"],
  [['backup', '--settings', '/no/such/file'], 'The settings are in /no/such/file, and there is no such file.'],
  [['backup', '--shop', '../x'], '--shop names a shop, such as north.'],
]

test.each(WRONG.slice(0, inTier({ merge: 2, full: WRONG.length })))(
  'puoti with %j ends with one sentence and exit code 78',
  async (args, sentence) => {
    const { code, output } = await puoti(args)
    expect(output).toMatch(/^[^\n]*\n$/)
    expect(output).toContain(sentence)
    expect(code).toBe(78)
    expect(await readdir(directory)).toEqual([])
  },
)

test('a taken port and a foreign address are named in one sentence, with exit code 78', async () => {
  const holder = createServer()
  await once(holder.listen(0, '127.0.0.1'), 'listening')
  const { port } = holder.address() as AddressInfo
  const start = (env: Record<string, string>) =>
    puoti([], { program: 'main.ts', env: { PUOTI_DATA_DIR: directory, PUOTI_DEMO: 'off', ...env } })
  const second = await start({ PORT: String(port) })
  expect(second.output).toMatch(
    new RegExp(`^Another program listens on port ${port} of 127.0.0.1: [^\n]*PORT[^\n]*\n$`),
  )
  const switches = { PUOTI_DEV_MAILBOX: 'on', PUOTI_TEST_PAYMENT: 'on' }
  const foreign = await start({ ...switches, HOST: '192.0.2.1' })
  expect(foreign.output).toBe('HOST is 192.0.2.1, which is no address of this machine.\n')
  expect([second.code, foreign.code]).toEqual([78, 78])
  await new Promise(resolve => holder.close(resolve))
})

test('in production every line that the server prints is JSON, also the reason why it does not start', async () => {
  const env = { NODE_ENV: 'production', PUOTI_PUBLC_URL: 'x' }
  const { code, output } = await puoti([], { program: 'main.ts', env })
  expect(
    output
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toEqual([
    {
      level: 60,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      msg: expect.stringContaining('PUOTI_PUBLIC_URL is missing'),
    },
  ])
  expect(code).toBe(78)
})

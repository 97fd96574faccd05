import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test as testInAnyTier, vi } from 'vitest'
import { connectTo, openDatabase, type DatabaseHandle } from '#server/platform/db/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/db/embedded/start-embedded-database.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { onlyInFullTier } from '#test/tier.ts'

const test = testInAnyTier.runIf(
  onlyInFullTier('each program is a process, most with a database of its own; backup.test.ts runs before each merge'),
)
vi.setConfig({ testTimeout: 120_000 })

let directory: string
let shop: DatabaseHandle
const silent = () => undefined
const at = (name: string) => join(directory, name)

beforeAll(async () => {
  directory = await mkdtemp('/tmp/puoti-programs-')
  // The account that runs the database must be able to traverse it.
  await chmod(directory, 0o711)
  shop = await openDatabase({ dataDir: at('shop'), log: silent })
  await migrate(shop.pool)
  await seedDemo(shop.kysely, new Date())
})
afterAll(async () => {
  await shop.close()
  await rm(directory, { recursive: true, force: true })
})

const SECRET = 'a secret for tests, of no worth at all'

type Run = { args?: string[]; env: Record<string, string> }

type Program = 'backup' | 'restore' | 'reconcile' | 'reset-passkeys' | 'make-admin' | 'migrate'

function start(program: Program, { args = [], env }: Run) {
  const { PATH = '' } = process.env
  const path = join(import.meta.dirname, '../../../puoti.ts')
  return spawn(process.execPath, [path, program, ...args], {
    env: { PATH, NODE_ENV: 'test', PUOTI_SECRET: SECRET, ...env },
  })
}

async function run(...what: Parameters<typeof start>): Promise<{ code: number; output: string }> {
  const child = start(...what)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += text.toString('utf8')))
  const [code] = await once(child, 'close')
  return { code: Number(code), output }
}

const getProducts = async (handle: DatabaseHandle) =>
  handle.kysely.selectFrom('product').selectAll().orderBy('id').execute()

test('a running shop is backed up, verified, restored into another data directory and reconciled', async () => {
  const env = { PUOTI_DATA_DIR: at('shop') }
  const backup = await run('backup', { env })
  expect(backup.output).toMatch(/rows of \d+ tables, the same as when backed up/)
  expect(backup.code).toBe(0)
  const [name = ''] = await readdir(at('shop/backups'))
  expect(name).toMatch(/^puoti-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.gz$/)
  const [noted] = await shop.kysely.selectFrom('backup_run').selectAll().execute()
  expect(noted).toMatchObject({ is_verified: true, failure: null, file: at(`shop/backups/${name}`) })

  const moved = { PUOTI_DATA_DIR: at('moved') }
  const restore = await run('restore', { args: [at(`shop/backups/${name}`)], env: moved })
  expect(restore.output).toContain('All invariants of money and stock hold.')
  expect(restore.code).toBe(0)
  const again = await run('restore', { args: [at(`shop/backups/${name}`)], env: moved })
  expect(again).toMatchObject({ code: 1, output: expect.stringContaining('The database is not empty.') })
  const other = await openDatabase({ dataDir: at('moved'), log: silent })
  expect(await getProducts(other)).toEqual(await getProducts(shop))
  const reconciled = await run('reconcile', { env: moved })
  expect(reconciled).toMatchObject({ code: 0, output: expect.stringContaining('0 payments in the journals') })
  await other.close()
})

test('a backup without a signature is restored only by name, and the admins are listed', async () => {
  const args = [at('unsigned.backup.gz'), '--unproved']
  const backup = await run('backup', { args, env: { PUOTI_DATA_DIR: at('shop'), PUOTI_SECRET: '' } })
  expect(backup).toMatchObject({ code: 0, output: expect.stringMatching(/^Not signed: PUOTI_SECRET is not set/) })
  const env = { PUOTI_DATA_DIR: at('unsigned') }
  const refused = await run('restore', { args: [at('unsigned.backup.gz')], env })
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/^This backup has no signature: [^\n]*\n$/) })
  expect(await readdir(directory)).not.toContain('unsigned')
  const restored = await run('restore', { args: [at('unsigned.backup.gz'), '--unsigned'], env })
  expect(restored.code).toBe(0)
  expect(restored.output).toMatch(/\n\d+ admins:\n {2}admin@puoti\.example: the audit log has no entry /)
})

test('the commands by which the operators’ page tries a backup and a restore work', async () => {
  const page = await readFile(join(import.meta.dirname, '../../../../docs/operator/backups.md'), 'utf8')
  const [, section = ''] = /\n## Trying it with a demo\n([^]*?)\n## /.exec(page) ?? []
  const [first, second = '', ...others] = [...section.matchAll(/npx puoti (.+)/g)].map(([, command = '']) => command)
  expect([first, second.split(' ')[0], others]).toEqual(['backup', 'restore', []])
  const demo = { PUOTI_DATA_DIR: at('shop'), PUOTI_SECRET: '' }
  const backup = await run('backup', { env: demo })
  expect(backup.output.trim().split('\n').at(-1)).toMatch(/^Written, restored and compared/)
  const [file = ''] = /\S+\.backup\.gz/.exec(backup.output) ?? []
  const args = second
    .replace(/"[^"]+"/, file)
    .split(' ')
    .slice(1)
  const restore = await run('restore', { args, env: { ...demo, PUOTI_DATA_DIR: at('copy') } })
  expect(restore).toMatchObject({ code: 0, output: expect.stringContaining('the same as when backed up') })
})

test('a backup of the embedded database is restored into a PostgreSQL server', async () => {
  await run('backup', { args: [at('move.backup.gz'), '--unproved'], env: { PUOTI_DATA_DIR: at('shop') } })
  const server = await startEmbeddedDatabase({ dataDir: at('server'), log: silent })
  const { host, user, database } = server.connection
  const DATABASE_URL = `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}`
  const restore = await run('restore', { args: [at('move.backup.gz')], env: { DATABASE_URL } })
  expect(restore).toMatchObject({ code: 0, output: expect.stringContaining('the same as when backed up') })
  const handle = connectTo(server.connection, silent)
  expect(await getProducts(handle)).toEqual(await getProducts(shop))
  await handle.close()
  await server.stop()
})

test('a restore killed at any moment leaves a database that is empty or complete', async () => {
  await run('backup', { args: [at('kill.backup.gz'), '--unproved'], env: { PUOTI_DATA_DIR: at('shop') } })
  const env = { PUOTI_DATA_DIR: at('killed') }
  for (const ms of [700, 1100, 1500]) {
    const child = start('restore', { args: [at('kill.backup.gz')], env })
    const ended = once(child, 'close')
    // On a quick machine it may be done by then.
    await Promise.race([ended, sleep(ms)])
    child.kill('SIGKILL')
    await ended
  }
  const { output, code } = await run('restore', { args: [at('kill.backup.gz')], env })
  // A restore that was killed after its commit has done its work.
  if (code !== 0) expect(output).toContain('The database is not empty.')
  const killed = await openDatabase({ dataDir: at('killed'), log: silent })
  expect(await getProducts(killed)).toEqual(await getProducts(shop))
  await killed.close()
})

test('the backup of a shop that violates an invariant is kept, lists the rows and exits with a code of its own', async () => {
  const add = (thousandths: number) =>
    shop.pool.query('UPDATE store_stock SET quantity_thousandths = quantity_thousandths + $1', [thousandths])
  await add(1000)
  const { output, code } = await run('backup', { args: [at('b.backup.gz')], env: { PUOTI_DATA_DIR: at('shop') } })
  await add(-1000)
  expect(output).toMatch(/the shop violated these invariants:\n {2}I\d+: .*; not so: \[\{"/)
  expect(code).toBe(3)
  const newest = shop.kysely.selectFrom('backup_run').selectAll().orderBy('id', 'desc').limit(1)
  expect(await newest.executeTakeFirst()).toMatchObject({ is_verified: true, failure: null })
})

const EMAIL = ['--email', 'admin@puoti.example']
const BESIDE_A_SHOP = [
  ['backup', []],
  ['reconcile', []],
  ['reset-passkeys', EMAIL],
  ['make-admin', EMAIL],
] as const satisfies [Program, string[]][]

test.each([...BESIDE_A_SHOP, ['migrate', []] as const])(
  '%s without the shop’s settings creates no database and prints what is missing',
  async (program, args) => {
    const { output, code } = await run(program, { args: [...args], env: { PUOTI_DATA_DIR: at('nowhere') } })
    expect(output).toMatch(
      /^There is no database in \/tmp\/[^\n]*nowhere, and DATABASE_URL names none\. Run this with [^\n]*\n$/,
    )
    expect(code).toBe(78)
    expect(await readdir(directory)).not.toContain('nowhere')
  },
)

test.each(BESIDE_A_SHOP)('%s on a database without a shop prints an error of one line', async (program, args) => {
  const empty = await startEmbeddedDatabase({ dataDir: at('empty'), log: silent })
  await empty.stop()
  const { output, code } = await run(program, { args: [...args], env: { PUOTI_DATA_DIR: at('empty') } })
  expect(output).toMatch(/^There is no shop in \/tmp\/[^\n]*empty: it is empty\. Run this with [^\n]*\n$/)
  expect(code).toBe(78)
})

test('a restore creates no database when the backup file or the target is missing', async () => {
  const none = await run('restore', { args: [at('none')], env: { PUOTI_DATA_DIR: at('nowhere') } })
  expect(none).toMatchObject({ code: 1, output: expect.stringMatching(/^The backup \S+none can't be read/) })
  const nowhere = await run('restore', { args: [at('none')], env: {} })
  expect(nowhere).toMatchObject({ code: 78, output: expect.stringMatching(/^Name the database: [^\n]*\n$/) })
  expect(await readdir(directory)).not.toContain('nowhere')
})

test('the make-admin program makes a user an admin while the shop runs', async () => {
  const env = { PUOTI_DATA_DIR: at('shop') }
  const make = (email: string) => run('make-admin', { args: ['--email', email], env })
  expect(await make('Shopper@puoti.example ')).toEqual({ code: 0, output: 'shopper@puoti.example is an admin now.\n' })
  expect(await make('shopper@puoti.example')).toEqual({
    code: 0,
    output: 'shopper@puoti.example is an admin already.\n',
  })
  expect((await make('nobody@puoti.example')).output).toBe(
    'No account has the address nobody@puoti.example: log in with it first.\n',
  )
})

test('invalid command lines are reported in one sentence', async () => {
  const env = { PUOTI_DATA_DIR: at('shop') }
  expect(await run('restore', { env })).toMatchObject({ code: 78, output: 'Name the backup: puoti restore FILE\n' })
  expect(await run('backup', { args: ['--quick'], env })).toMatchObject({
    code: 78,
    output: expect.stringContaining("Unknown option '--quick'"),
  })
  await run('backup', { args: [at('used.backup.gz'), '--unproved'], env })
  expect(await run('restore', { args: [at('used.backup.gz')], env })).toMatchObject({
    code: 78,
    output: expect.stringMatching(/^.*\n.* is in use by a running shop [^\n]*\n$/),
  })
})

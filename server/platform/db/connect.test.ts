import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database/database.ts'
import { onlyWhere } from '#test/tier.ts'
import { type DatabaseHandle, openDatabase } from './connect.ts'
import { isConnectionError } from './retry-while-database-is-down.ts'
import { SetupError } from './start-error.ts'

let database: DatabaseHandle

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function getValue(expression: string): Promise<unknown> {
  const { rows } = await database.pool.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

test.each([
  ['9007199254740991::int8', 9_007_199_254_740_991],
  ['-1::int8', -1],
  ['count(*)', 1],
  ["date '2026-03-29'", '2026-03-29'],
  ["timestamptz '2026-03-29 03:30+03'", new Date('2026-03-29T00:30:00Z')],
  ['array[1, null, -3]::int8[]', [1, null, -3]],
  ["'{}'::int8[]", []],
  ["array['2026-03-29', null]::date[]", ['2026-03-29', null]],
])('%s is read as the matching JavaScript value', async (expression, value) => {
  expect(await getValue(expression)).toEqual(value)
})

test('an integer that JavaScript cannot represent exactly is refused, not rounded', async () => {
  await expect(getValue('9007199254740993::int8')).rejects.toThrow(/beyond what JavaScript counts exactly/)
})

test('the end of a connection in use reaches only its user', async () => {
  const client = await database.pool.connect()
  const pid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  await database.pool.query('select pg_terminate_backend($1)', [pid])
  await expect(client.query('select 1')).rejects.toThrow()
  client.release()
  expect(await getValue('1')).toBe(1)
})

const isOnUrl = Boolean(process.env['DATABASE_URL_FOR_TESTS'])

test.runIf(onlyWhere(!isOnUrl, 'it starts an embedded server of its own'))(
  'DATABASE_URL replaces the embedded server',
  async () => {
    const { host, user, database: name } = database.pool.options
    const databaseUrl = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(String(host))}`
    const opened = await openDatabase({ databaseUrl, dataDir: '/nonexistent', log: () => undefined })
    expect((await opened.pool.query('select current_database() as name')).rows).toEqual([{ name }])
    await opened.close()
  },
)

test.runIf(onlyWhere(!isOnUrl, 'it starts an embedded server of its own'))(
  'behind DATABASE_URL, statements are prepared only if no pooler is in between',
  async () => {
    const { host, user, database: name } = database.pool.options
    const databaseUrl = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(String(host))}`
    const preparedWhen = async (isDirect: boolean) => {
      const opened = await openDatabase({ databaseUrl, isDirect, dataDir: '', log: () => undefined })
      const prepared = await opened.kysely.connection().execute(async one => {
        await one.selectFrom('language').select('id').where('id', '=', 1001).execute()
        return (await sql`select from pg_prepared_statements`.execute(one)).rows.length
      })
      await opened.close()
      return prepared
    }
    expect([await preparedWhen(false), await preparedWhen(true)]).toEqual([0, 1])
  },
)

test('an unreachable server is reported with the name of the variable and without the password', async () => {
  const opened = openDatabase({
    databaseUrl: 'postgres://puoti:s3cret@127.0.0.1:1/puoti',
    dataDir: '',
    log: () => undefined,
    timeoutMs: 0,
  })
  await expect(opened).rejects.toThrow(/^The server of DATABASE_URL can't be used: (?!.*s3cret)/)
})

test.runIf(onlyWhere(!isOnUrl, 'it starts an embedded server of its own'))(
  'a standby is refused, and so is a primary that became one',
  async () => {
    const standby = await testDatabase()
    const { host, user, database: name } = standby.pool.options
    const databaseUrl = `postgres://${user}@localhost/${name}?host=${encodeURIComponent(String(host))}`
    const opened = await openDatabase({ databaseUrl, dataDir: '', log: () => undefined })
    const client = await opened.pool.connect()
    await standby.pool.query(`alter database ${name} set default_transaction_read_only = on`)
    await expect(opened.pool.query('select 1')).rejects.toThrow(/takes no writes: it is a standby/)
    await client.query('set session characteristics as transaction read only')
    const late = client.query('create table late (id integer)')
    await expect(late).rejects.toSatisfy(isConnectionError)
    client.release()
    await opened.close()
    const again = openDatabase({ databaseUrl, dataDir: '', log: () => undefined, timeoutMs: 0 })
    await expect(again).rejects.toThrow(/^The server of DATABASE_URL can't be used: The server takes no writes/)
    await standby.close()
  },
)

/** A proxy that behaves like a pooler: the process id that it reports to a client is not one of PostgreSQL's processes. */
async function openPooler(socketPath: string) {
  const server = createServer(client => {
    const upstream = connect(socketPath)
    upstream.on('data', data => {
      // BackendKeyData: K, a length of 12, the number, a key.
      const at = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
      if (at >= 0) data.writeInt32BE(1, at + 5)
      client.write(data)
    })
    client.pipe(upstream)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.on('close', () => upstream.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return { port, close: () => void server.close() }
}

test.runIf(onlyWhere(!isOnUrl, 'it starts an embedded server of its own'))(
  'PUOTI_DATABASE_DIRECT behind a pooler is refused in one sentence',
  async () => {
    const { host, port, user, database: name } = database.pool.options
    const pooler = await openPooler(`${host}/.s.PGSQL.${port}`)
    const open = (isDirect: boolean) =>
      openDatabase({
        databaseUrl: `postgres://${user}@127.0.0.1:${pooler.port}/${name}`,
        isDirect,
        dataDir: '',
        log: () => undefined,
      })
    await expect(open(true)).rejects.toThrow(SetupError)
    await expect(open(true)).rejects.toThrow(
      /^PUOTI_DATABASE_DIRECT is on, and a pooler answers at DATABASE_URL: [^\n]*$/,
    )
    const pooled = await open(false)
    expect((await pooled.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await pooled.close()
    pooler.close()
  },
)

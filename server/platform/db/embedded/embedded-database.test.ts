import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectTo } from '#server/platform/db/connect.ts'
import { DataDirectoryInUseError } from '#server/platform/db/start-error.ts'
import { runWitness } from '#test/database/run-witness.ts'
import { inTier, onlyInFullTier, onlyWhere } from '#test/tier.ts'
import { readPostmasterFile, findServerPids } from './postmaster.ts'
import { type EmbeddedDatabase, startEmbeddedDatabase } from './start-embedded-database.ts'

const log = () => undefined
const isRoot = process.getuid?.() === 0

let dataDir: string
let clusterDir: string

beforeAll(async () => {
  dataDir = await mkdtemp('/tmp/puoti-embedded-')
  clusterDir = join(dataDir, 'postgresql')
})

afterAll(() => rm(dataDir, { recursive: true }))

async function request<Row extends object>({ connection }: EmbeddedDatabase, sql: string): Promise<Row[]> {
  const { pool, close } = connectTo(connection, log)
  try {
    return (await pool.query<Row>(sql)).rows
  } finally {
    await close()
  }
}

async function expectAll(committed: number) {
  expect(committed).toBeGreaterThan(0)
  const embedded = await startEmbeddedDatabase({ dataDir, log })
  const [row] = await request<{ count: number; last: number }>(
    embedded,
    'select count(*), max(number) as last from witness',
  )
  await embedded.stop()
  expect(row?.count).toBeGreaterThanOrEqual(committed)
  expect(row?.last).toBe(row?.count)
}

const getGroup = (pid: number | 'self') => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]
const postmasterPid = () => readPostmasterFile(clusterDir)?.pid ?? 0
const serverRuns = (pid: number) => findServerPids(clusterDir).includes(pid)

test('the first start creates the database, and a later one opens it unchanged', async () => {
  const first = await startEmbeddedDatabase({ dataDir, log })
  expect(first.firstStart).toBe(true)
  await request(first, 'create table note as select 1 as number')
  await first.stop()
  const later = await startEmbeddedDatabase({ dataDir, log })
  expect(later.firstStart).toBe(false)
  expect(await request(later, 'select number from note')).toEqual([{ number: 1 }])
  await later.stop()
})

describe('the running embedded database', () => {
  let embedded: EmbeddedDatabase

  beforeAll(async () => {
    embedded = await startEmbeddedDatabase({ dataDir, log })
  })
  afterAll(() => embedded.stop())

  test('flushes commits to disk, listens on no port, and uses UTF-8 and UTC', async () => {
    const shown = "current_setting('fsync') as fsync, current_setting('listen_addresses') as addresses"
    const [settings] = await request(
      embedded,
      `select ${shown}, current_setting('server_encoding') as encoding, current_setting('timezone') as zone`,
    )
    expect(settings).toEqual({ fsync: 'on', addresses: '', encoding: 'UTF8', zone: 'UTC' })
  })

  test('refuses a second owner, however often it tries', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toBeInstanceOf(DataDirectoryInUseError)
    }
    const other = runWitness(dataDir)
    expect(await other.firstLine).toContain(`${dataDir} is in use by a running shop (process ${process.pid})`)
    expect(serverRuns(postmasterPid())).toBe(true)
  })

  test('does not receive Ctrl-C from the terminal', () => {
    expect(getGroup(postmasterPid())).not.toBe(getGroup('self'))
  })

  test('has none of our secrets in its environment', () => {
    const names = readFileSync(`/proc/${postmasterPid()}/environ`, 'utf8')
      .split('\0')
      .map(entry => entry.split('=')[0])
    expect(names).not.toContain('HOME')
    expect(names.filter(name => /^(?:PUOTI|SMTP|DATABASE)_/.test(name ?? ''))).toEqual([])
  })

  test.runIf(onlyWhere(isRoot, 'only root can change the user'))('runs as another user if root starts it', () => {
    expect(readFileSync(`/proc/${postmasterPid()}/status`, 'utf8')).not.toMatch(/^Uid:\s+0/m)
  })

  test.runIf(onlyInFullTier('it kills a database server and waits for its recovery'))(
    'restarts after a kill, and neither idle nor busy clients end this process',
    async () => {
      const { pool, close } = connectTo(embedded.connection, log)
      for (let round = 0; round < inTier({ merge: 1, full: 3 }); round++) {
        await pool.query('select 1')
        const inUse = await pool.connect()
        await inUse.query('begin')
        const sleeping = inUse.query('select pg_sleep(30)').catch((error: unknown) => error)
        process.kill(postmasterPid(), 'SIGKILL')
        expect(await sleeping).toBeInstanceOf(Error)
        inUse.release()
        await expect
          .poll(() => pool.query('select 1').then(() => 'answers', String), { timeout: 10_000, interval: 50 })
          .toBe('answers')
      }
      await close()
    },
  )
})

test.runIf(onlyInFullTier('it kills a database server and waits for its recovery'))(
  'a busy backend that missed the end of its postmaster does not hold up the next one',
  async () => {
    const embedded = await startEmbeddedDatabase({ dataDir, log })
    const { pool, close } = connectTo(embedded.connection, log)
    const busy = pool.query('select count(*) from generate_series(1, 1000000000)').catch(String)
    const isBusy = "select count(*) from pg_stat_activity where state = 'active' and query like '%generate_series(1%'"
    await expect.poll(() => request(embedded, isBusy)).toEqual([{ count: 2 }])
    process.kill(postmasterPid(), 'SIGKILL')
    await busy
    await expect.poll(() => pool.query('select 1').then(() => 'answers', String), { timeout: 5_000 }).toBe('answers')
    await close()
    await embedded.stop()
    expect(findServerPids(clusterDir)).toEqual([])
  },
)

test('stopping leaves no process behind and can be requested twice', async () => {
  const embedded = await startEmbeddedDatabase({ dataDir, log })
  const pid = postmasterPid()
  await Promise.all([embedded.stop(), embedded.stop()])
  expect(serverRuns(pid)).toBe(false)
  expect(existsSync(join(clusterDir, 'postmaster.pid'))).toBe(false)
})

describe('after a kill', () => {
  test.runIf(onlyInFullTier('it kills the owner of a database server and starts another'))(
    'the database ends with its killed owner, and the next start has every committed row',
    async () => {
      for (let round = 0; round < inTier({ merge: 1, full: 3 }); round++) {
        const witness = runWitness(dataDir)
        await witness.commits(10)
        const pid = postmasterPid()
        await witness.kill()
        await expect.poll(() => serverRuns(pid), { timeout: 5_000 }).toBe(false)
        await expectAll(witness.committed())
      }
    },
  )

  test.runIf(onlyInFullTier('it kills the owner of a database server and starts another'))(
    'the next start need not wait until the database of a killed owner has ended',
    async () => {
      const witness = runWitness(dataDir)
      await witness.commits(10)
      await witness.kill()
      await expectAll(witness.committed())
    },
  )

  test.runIf(onlyWhere(!isRoot || existsSync('/proc'), 'as root it reads processes in /proc'))(
    'the next start ends a database that outlived its killed owner',
    async () => {
      // Without setpriv on the PATH the database isn't signalled when its owner dies.
      const witness = runWitness(dataDir, { path: '/nonexistent' })
      await witness.commits(10)
      const pid = postmasterPid()
      await witness.kill()
      expect(serverRuns(pid)).toBe(true)
      await expectAll(witness.committed())
      expect(serverRuns(pid)).toBe(false)
    },
  )

  test.runIf(onlyInFullTier('it kills a database server and its owner, and starts another'))(
    'the next start recovers if both the owner and the database were killed',
    async () => {
      const witness = runWitness(dataDir)
      await witness.commits(10)
      process.kill(postmasterPid(), 'SIGKILL')
      await witness.kill()
      await expectAll(witness.committed())
    },
  )

  test('a program that reuses the old server’s pid does not block the start', async () => {
    writeFileSync(join(clusterDir, 'postmaster.pid'), `${process.pid}\n${clusterDir}\n1\n5432\n${clusterDir}\n`)
    const embedded = await startEmbeddedDatabase({ dataDir, log })
    expect(await request(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
    await embedded.stop()
  })
})

test.runIf(onlyInFullTier('it creates a database cluster'))(
  'a data directory with a long path gets its socket elsewhere, and nothing is left there',
  async () => {
    const long = join(dataDir, 'a'.repeat(60), 'b'.repeat(60))
    const embedded = await startEmbeddedDatabase({ dataDir: long, log })
    expect(await request(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
    await embedded.stop()
    expect(existsSync(String(embedded.connection.host))).toBe(false)
  },
)

test('a database of another PostgreSQL version is refused with a message', async () => {
  const version = join(clusterDir, 'PG_VERSION')
  writeFileSync(version, '17\n')
  await expect(startEmbeddedDatabase({ dataDir, log })).rejects.toThrow(/is of PostgreSQL 17/)
  writeFileSync(version, '18\n')
  const embedded = await startEmbeddedDatabase({ dataDir, log })
  await embedded.stop()
})

describe.runIf(onlyWhere(isRoot, 'only root can change the user'))('an ordinary user', () => {
  const NOBODY = 65_534
  const asNobody = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  const MUST_READ = 'this user must be able to read the repository'
  const mayReadThis = () => {
    try {
      execFileSync(
        'setpriv',
        [...asNobody.slice(1), 'test', '-r', import.meta.filename, '-a', '-x', process.execPath],
        {
          stdio: 'ignore',
        },
      )
      return true
    } catch {
      return false
    }
  }

  test.runIf(onlyWhere(mayReadThis(), MUST_READ) && onlyInFullTier('it starts a database three times'))(
    'can start the database, and root can start it afterwards',
    async () => {
      const directory = await mkdtemp('/tmp/puoti-nobody-')
      chownSync(directory, NOBODY, NOBODY)
      const witness = runWitness(directory, { command: asNobody })
      await witness.commits(1)
      await witness.kill()
      const embedded = await startEmbeddedDatabase({ dataDir: directory, log })
      expect(await request(embedded, 'select count(*) > 0 as any from witness')).toEqual([{ any: true }])
      await embedded.stop()
      await rm(directory, { recursive: true })
    },
  )

  test.runIf(onlyWhere(mayReadThis(), MUST_READ))(
    'gets an error message if the data belongs to another user',
    async () => {
      const witness = runWitness(dataDir, { command: asNobody })
      expect(await witness.firstLine).toContain(`${dataDir} can't be written by this user`)
      expect(readdirSync(dataDir)).toContain('postgresql')
    },
  )
})

import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import { databaseText } from '#test/database-text.ts'
import { testDatabase } from '#test/database.ts'
import { isFullTier } from '#test/tier.ts'
import type { JobHandlers, JobQueue, Jobs } from './job-queue.ts'
import { openJobQueue } from './pg-boss-queue.ts'

let database: DatabaseHandle
const opened: JobQueue[] = []
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map(queue => queue.stop()))
})
afterAll(() => database.close())

const secrets = makeSecrets('a secret for tests, of no worth at all')
const logged: string[] = []
const { log } = fastify({ logger: { level: 'trace', stream: { write: line => void logged.push(line) } } })

async function open(): Promise<JobQueue> {
  const queue = await openJobQueue({ pool: database.pool, log, secrets })
  opened.push(queue)
  return queue
}

/** Handlers that record their jobs; `fails` is called first. */
function recorder(fails: (job: Jobs['send-mail']) => boolean = () => false) {
  const mails: string[] = []
  const handlers: JobHandlers = {
    'send-mail': async job => {
      if (fails(job)) throw Object.assign(new Error(`no such reader ${job.to}`), { code: 'EENVELOPE' })
      mails.push(job.subject)
    },
    'send-sms': async () => undefined,
  }
  return { mails, handlers }
}
const mail = (subject: string) => ({ to: 'aino@puoti.example', subject, text: 'canary text', html: '' })

async function until(isDone: () => boolean, withinMs = 8_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!isDone()) {
    if (performance.now() > deadline) throw new Error('it did not happen')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
const aWhile = () => new Promise(resolve => setTimeout(resolve, 1_200))

test('three servers that start at once create the schema together', async () => {
  const queues = await Promise.all([open(), open(), open()])
  expect(queues).toHaveLength(3)
})

test('a job runs after the commit, and never if its transaction is rolled back', async () => {
  const queue = await open()
  const { mails, handlers } = recorder()
  await queue.start(handlers)
  await database.kysely.transaction().execute(async db => {
    await queue.enqueue(db, 'send-mail', mail('committed'))
    await aWhile()
    expect(mails).toEqual([])
  })
  const undone = database.kysely.transaction().execute(async db => {
    await queue.enqueue(db, 'send-mail', mail('undone'))
    throw new Error('on purpose')
  })
  await expect(undone).rejects.toThrow('on purpose')
  await until(() => mails.length > 0)
  await aWhile()
  expect(mails).toEqual(['committed'])
})

test('a job that was enqueued before any worker started is kept', async () => {
  const [writer, worker] = [await open(), await open()]
  await writer.enqueue(database.kysely, 'send-mail', mail('waiting'))
  const { mails, handlers } = recorder()
  await worker.start(handlers)
  await until(() => mails.includes('waiting'))
})

test.runIf(isFullTier)('two servers share the jobs and run each once', async () => {
  const [one, other] = [await open(), await open()]
  const recorders = [recorder(), recorder()]
  await one.start(recorders[0]!.handlers)
  await other.start(recorders[1]!.handlers)
  const subjects = Array.from({ length: 100 }, (_, index) => `Number ${index}`)
  await Promise.all(subjects.map(subject => one.enqueue(database.kysely, 'send-mail', mail(subject))))
  const done = () => recorders.flatMap(({ mails }) => mails)
  await until(() => done().length >= subjects.length)
  await aWhile()
  expect(done().toSorted()).toEqual(subjects.toSorted())
})

test('a failed job is retried and does not hold up the others', async () => {
  const queue = await open()
  let failures = 0
  const { mails, handlers } = recorder(({ subject }) => subject === 'stubborn' && (failures += 1) < 2)
  await queue.start(handlers)
  await database.kysely.transaction().execute(async db => {
    await queue.enqueue(db, 'send-mail', mail('stubborn'))
    await queue.enqueue(db, 'send-mail', mail('easy'))
  })
  await until(() => mails.includes('easy'))
  expect(mails).not.toContain('stubborn')
  await until(() => mails.includes('stubborn'))
  expect(failures).toBe(2)
  expect(logged.join('\n')).toContain('EENVELOPE')
  expect(logged.join('\n')).not.toMatch(/aino@puoti\.example|canary/)
})

test('the content of a job is not readable in the database, before or after it runs', async () => {
  const queue = await open()
  await queue.enqueue(database.kysely, 'send-mail', mail('canary subject'))
  expect(await databaseText(database)).not.toMatch(/canary|aino@puoti/)
  const { mails, handlers } = recorder()
  await queue.start(handlers)
  await until(() => mails.includes('canary subject'))
  expect(await databaseText(database)).not.toMatch(/canary|aino@puoti/)
})

test.runIf(isFullTier)('a job that was encrypted with another installation’s secret is not run', async () => {
  const foreign = await openJobQueue({ pool: database.pool, log, secrets: makeSecrets('another') })
  opened.push(foreign)
  await foreign.enqueue(database.kysely, 'send-mail', mail('foreign'))
  const { mails, handlers } = recorder()
  await (await open()).start(handlers)
  await aWhile()
  expect(mails).not.toContain('foreign')
})

test.runIf(isFullTier)('lost connections stop nothing, and jobs continue as soon as the database is back', async () => {
  const queue = await open()
  const { mails, handlers } = recorder()
  await queue.start(handlers)
  for (let round = 0; round < 5; round++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.kysely)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  await queue.enqueue(database.kysely, 'send-mail', mail('after the storm'))
  await until(() => mails.includes('after the storm'))
})

test.runIf(isFullTier)('stopping lets a running job finish and starts no more', async () => {
  const queue = await open()
  const done: string[] = []
  let begun = 0
  await queue.start({
    'send-mail': async ({ subject }) => {
      begun += 1
      await new Promise(resolve => setTimeout(resolve, 300))
      done.push(subject)
    },
    'send-sms': async () => undefined,
  })
  await queue.enqueue(database.kysely, 'send-mail', mail('slow'))
  await until(() => begun > 0)
  await queue.stop()
  expect(done).toEqual(['slow'])
  await database.kysely.transaction().execute(db => queue.enqueue(db, 'send-mail', mail('too late')))
  await aWhile()
  expect(begun).toBe(1)
})

test('forgetting addresses removes their jobs from the outbox, and no others', async () => {
  const queue = await open()
  await sql`DELETE FROM pgboss.job`.execute(database.kysely)
  for (const to of ['aino@puoti.example', 'bror@puoti.example', null])
    await queue.enqueue(database.kysely, 'send-mail', { ...mail('waiting'), to })
  for (const to of ['+358401234567', '+358401234568'])
    await queue.enqueue(database.kysely, 'send-sms', { to, text: 'waiting' })
  // Encrypted with a secret that is lost: it has no recipient.
  const foreign = await openJobQueue({ pool: database.pool, log, secrets: makeSecrets('another') })
  opened.push(foreign)
  await foreign.enqueue(database.kysely, 'send-mail', mail('foreign'))
  await database.kysely.transaction().execute(trx => queue.forget(trx, ['aino@puoti.example', '+358401234567']))
  const { rows } = await sql<{ name: string; jobs: number }>`
    SELECT name, count(*)::integer AS jobs FROM pgboss.job GROUP BY name ORDER BY name`.execute(database.kysely)
  expect(rows).toEqual([
    { name: 'send-mail', jobs: 3 },
    { name: 'send-sms', jobs: 1 },
  ])
})

test('a message whose last attempt failed is recorded for the operator, with channel and reason', async () => {
  const [writer, worker] = [await open(), await open()]
  const { handlers } = recorder(() => true)
  await sql`DELETE FROM pgboss.job`.execute(database.kysely)
  await writer.enqueue(database.kysely, 'send-mail', mail('in vain'))
  // The next try is its last.
  await sql`UPDATE pgboss.job SET retry_count = 12 WHERE name = 'send-mail' AND state = 'created'`.execute(
    database.kysely,
  )
  const undelivered = () => database.kysely.selectFrom('undelivered_message').select(['channel', 'reason']).execute()
  expect(await undelivered()).toEqual([])
  await worker.start(handlers)
  await expect.poll(undelivered, { timeout: 8_000 }).toEqual([{ channel: 'mail', reason: 'EENVELOPE' }])
})

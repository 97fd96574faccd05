import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss'
import { isConnectionError, retryWhileDatabaseIsDown } from '#server/platform/db/retry-while-database-is-down.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { type EncryptedJob, jobEncryptor } from './encrypted-job.ts'
import type { JobHandlers, JobQueue, Jobs } from './job-queue.ts'

const QUEUES = ['send-mail', 'send-sms'] as const satisfies readonly (keyof Jobs)[]
const POLL_SECONDS = 0.5
const BATCH_SIZE = 20
const STOP_PATIENCE_MS = 5_000
const START_TRIES = 5
/** The caller commits a moment after its job was written; polling finds what all of these miss. */
const WAKE_AFTER_MS = [5, 20, 60, 150]
const TELL_EVERY_MS = 10_000

/** Retried for about ten minutes, as long as a login link lives; a job of a server that died is retried after half a minute. */
const QUEUE_OPTIONS = {
  retryLimit: 12,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 90,
  expireInSeconds: 30,
  retentionSeconds: 86_400,
  deleteAfterSeconds: 60,
}

type Warns = { warn: (what: object, says: string) => void }
type Parts = { pool: Pool; log: FastifyBaseLogger; secrets: Secrets }

/** The outbox on pg-boss, in the schema `pgboss` of the same database. Several instances may open it at once. */
export async function openJobQueue({ pool, log, secrets }: Parts): Promise<JobQueue> {
  const encryptor = jobEncryptor(secrets)
  const boss = await startedBoss(pool, log)
  const workers = new Map<keyof Jobs, string>()
  /**
   * Only enqueue, which is typed by the queue's name, encrypts payloads. A payload encrypted with another secret has no
   * recipient.
   */
  const recipientOf = (name: keyof Jobs, data: EncryptedJob): string => {
    try {
      return (encryptor.decrypt(name, data) as Jobs[keyof Jobs]).to ?? ''
    } catch {
      return ''
    }
  }
  const wake = (name: keyof Jobs) => boss.notifyWorker(workers.get(name) ?? '')

  return {
    async enqueue(db, name, { until, ...job }) {
      const ends = until && { until: until.toISOString() }
      await boss.send(name, { ...encryptor.encrypt(name, job), ...ends }, { db: fromKysely(db) })
      for (const ms of WAKE_AFTER_MS) setTimeout(() => wake(name), ms).unref()
    },
    async forget(db, recipients) {
      const jobs = await sql<{ id: string; name: keyof Jobs; data: EncryptedJob }>`
        SELECT id, name, data FROM pgboss.job WHERE name IN (${sql.join(QUEUES)})`.execute(db)
      const theirs = jobs.rows.filter(({ name, data }) => recipients.includes(recipientOf(name, data)))
      for (const { id, name } of theirs)
        await sql`DELETE FROM pgboss.job WHERE name = ${name} AND id = ${id}`.execute(db)
    },
    async start(handlers) {
      for (const name of QUEUES) {
        const batch = doBatch({ name, handlers, encryptor, log, pool })
        workers.set(name, await retryWhileDatabaseIsDown(() => work(boss, name, batch)))
      }
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: STOP_PATIENCE_MS })
    },
  }
}

/** The first instance creates the schema: one that loses that race retries and finds it. */
export async function startedBoss(pool: Pool, log: Warns): Promise<PgBoss> {
  for (let attempt = 1; ; attempt++) {
    const boss = makeBoss(pool, log)
    try {
      await boss.start()
      for (const name of QUEUES) await boss.createQueue(name, QUEUE_OPTIONS)
      for (const name of QUEUES) await boss.updateQueue(name, QUEUE_OPTIONS)
      return boss
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => undefined)
      if (attempt >= START_TRIES) throw error
      await pause(200 * attempt)
    }
  }
}

/** For a role that may create tables: creates the queue's tables, or migrates them to this version. */
export async function makeJobTables(pool: Pool): Promise<void> {
  const boss = await startedBoss(pool, { warn: () => undefined })
  await boss.stop({ graceful: false })
}

function makeBoss(pool: Pool, log: Warns): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'pgboss',
    schedule: false,
    useListenNotify: false,
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    maintenanceIntervalSeconds: 60,
    flowIntervalSeconds: 3600,
  })
  let toldAt = -Infinity
  // While the database is unavailable every poll fails: logged at most once per `TELL_EVERY_MS`.
  boss.on('error', error => {
    if (performance.now() - toldAt < TELL_EVERY_MS) return
    toldAt = performance.now()
    log.warn(
      { reason: isConnectionError(error) ? 'the database did not answer' : error.message },
      'the job queue waits',
    )
  })
  return boss
}

type Batch = (jobs: Job<EncryptedJob>[]) => Promise<JobResult[]>

const work = (boss: PgBoss, name: keyof Jobs, handle: Batch): Promise<string> =>
  boss.work<EncryptedJob>(
    name,
    { pollingIntervalSeconds: POLL_SECONDS, batchSize: BATCH_SIZE, perJobResults: true },
    handle,
  )

type Doing<Name extends keyof Jobs> = {
  name: Name
  handlers: JobHandlers
  encryptor: ReturnType<typeof jobEncryptor>
  log: FastifyBaseLogger
  pool: Pool
}

/** Runs a batch in parallel: a job that fails is retried separately. */
function doBatch<Name extends keyof Jobs>({ name, handlers, encryptor, log, pool }: Doing<Name>): Batch {
  const doOne = async (job: Job<EncryptedJob>): Promise<JobResult> => {
    try {
      // Only enqueue, which is typed by the queue's name, encrypts payloads of this name.
      await handlers[name](encryptor.decrypt(name, job.data) as Jobs[Name])
      return { id: job.id, status: 'completed' }
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ job: name, jobId: job.id, tries: job.retryCount + 1, reason }, 'a job failed; it will be retried')
      // If this insert fails, the other jobs of the batch still keep their outcomes.
      if (job.retryCount >= QUEUE_OPTIONS.retryLimit) await keepUndelivered(pool, name, reason).catch(() => undefined)
      return { id: job.id, status: 'failed', output: { reason } }
    }
  }
  return jobs => Promise.all(jobs.map(doOne))
}

/** The queue deletes a job soon after its last try, but the operator should learn of an undelivered message. */
const keepUndelivered = (pool: Pool, name: keyof Jobs, reason: string) =>
  pool.query(`INSERT INTO undelivered_message (channel, reason, failed_at) VALUES ($1, $2, now())`, [
    name === 'send-mail' ? 'mail' : 'sms',
    reason,
  ])

/**
 * The `reason` of a provider's error, which may be logged; else a code or the kind of error, never its message: a server's answer
 * may repeat the address that it refuses.
 */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'reason' in error && typeof error.reason === 'string') return error.reason
  if (!(error instanceof Error)) return 'unknown'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return 'responseCode' in error ? `${code} ${String(error.responseCode)}` : code
}

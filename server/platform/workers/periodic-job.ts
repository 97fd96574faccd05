import type { Context } from '#server/platform/context.ts'
import { isConnectionError } from '#server/platform/db/retry-while-database-is-down.ts'

/** `name` is in each log line and in the metrics; without `firstAfterMs` the first run starts after `everyMs`. */
type PeriodicJob = { name: string; work: () => Promise<unknown>; everyMs: number; firstAfterMs?: number }

/** Runs until it is stopped. */
export type RunningJob = { stop: () => void }

/** `succeededAt`: when the work last succeeded, in milliseconds of `performance.now()`; before that, when the job was started. */
type JobStatus = { name: string; everyMs: number; succeededAt: number }

/** A server has one logger, which it passes to everything that it starts. */
const statusesByLog = new WeakMap<Context['log'], Set<JobStatus>>()

/** The periodic jobs of this server: each with its period, and the time since it last succeeded, in seconds. */
export const listPeriodicJobs = ({ log }: Pick<Context, 'log'>) =>
  [...(statusesByLog.get(log) ?? [])].map(({ name, everyMs, succeededAt }) => ({
    name,
    periodSeconds: everyMs / 1000,
    sinceSuccessSeconds: (performance.now() - succeededAt) / 1000,
  }))

/**
 * Runs the work every `everyMs` until it is stopped. Runs never overlap: while one takes longer, the next are skipped. Logs a
 * failure; the next run retries.
 */
export function startPeriodicJob({ log }: Pick<Context, 'log'>, job: PeriodicJob): RunningJob {
  const status = { name: job.name, everyMs: job.everyMs, succeededAt: performance.now() }
  const jobStatuses = statusesByLog.get(log) ?? new Set()
  statusesByLog.set(log, jobStatuses.add(status))
  let isRunning = false
  const begin = () => {
    if (isRunning) return
    isRunning = true
    void job
      .work()
      .then(() => (status.succeededAt = performance.now()))
      .catch((error: unknown) => logFailure(log, job.name, error))
      .finally(() => (isRunning = false))
  }
  const first = job.firstAfterMs === undefined ? undefined : setTimeout(begin, job.firstAfterMs).unref()
  const timer = setInterval(begin, job.everyMs).unref()
  return {
    stop: () => {
      jobStatuses.delete(status)
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}

/** A database that is down for a moment is a warning, anything else an error. */
export function logFailure(log: Context['log'], name: string, error: unknown): void {
  if (isConnectionError(error)) log.warn(`${name}: waiting for the database`)
  else log.error({ err: error }, `${name}: failed; will retry`)
}

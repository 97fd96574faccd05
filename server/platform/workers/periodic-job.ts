import type { Context } from '#server/platform/context.ts'
import { isConnectionError } from '#server/platform/db/connection-error.ts'

/** `name` is in each log line; without `firstAfterMs` the first run starts after `everyMs`. */
type PeriodicJob = { name: string; work: () => Promise<unknown>; everyMs: number; firstAfterMs?: number }

/** Runs until it is stopped. */
export type Running = { stop: () => void }

/** Runs the work every `everyMs` until it is stopped. Runs never overlap: a late one skips the next. Logs a failure; the next run tries again. */
export function startPeriodicJob({ log }: Pick<Context, 'log'>, job: PeriodicJob): Running {
  let isRunning = false
  const begin = () => {
    if (isRunning) return
    isRunning = true
    void job
      .work()
      .catch((error: unknown) => logFailure(log, job.name, error))
      .finally(() => (isRunning = false))
  }
  const first = job.firstAfterMs === undefined ? undefined : setTimeout(begin, job.firstAfterMs).unref()
  const timer = setInterval(begin, job.everyMs).unref()
  return {
    stop: () => {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}

/** A database that is down for a moment is a warning, anything else an error. */
export function logFailure(log: Context['log'], name: string, error: unknown): void {
  if (isConnectionError(error)) log.warn(`${name}: waits for the database`)
  else log.error({ err: error }, `${name}: failed, and is tried again`)
}

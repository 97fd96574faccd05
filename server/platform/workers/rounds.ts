import type { Context } from '#server/platform/context.ts'
import { isConnectionError } from '#server/platform/db/connection-error.ts'

/** `name` stands in the log; without `firstAfterMs` the first round begins after `everyMs`, like all others. */
type Plan = { name: string; work: () => Promise<unknown>; everyMs: number; firstAfterMs?: number }

/** Something that goes on until it is stopped. */
export type Running = { stop: () => void }

/**
 * Does the work again and again until stopped, one round at a time: one that is late is not overtaken by the next. What goes
 * wrong is told in the log, and the next round tries again.
 */
export function startRounds({ log }: Pick<Context, 'log'>, plan: Plan): Running {
  let isGoing = false
  const begin = () => {
    if (isGoing) return
    isGoing = true
    void plan
      .work()
      .catch((error: unknown) => tellFailed(log, plan.name, error))
      .finally(() => (isGoing = false))
  }
  const first = plan.firstAfterMs === undefined ? undefined : setTimeout(begin, plan.firstAfterMs).unref()
  const timer = setInterval(begin, plan.everyMs).unref()
  return {
    stop: () => {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}

/** A database that is away for a moment is no error of ours. */
export function tellFailed(log: Context['log'], name: string, error: unknown): void {
  if (isConnectionError(error)) log.warn(`${name}: waits for the database`)
  else log.error({ err: error }, `${name}: failed, and is tried again`)
}

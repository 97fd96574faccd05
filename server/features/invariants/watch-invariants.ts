import type { Context } from '#server/context.ts'
import { isConnectionError } from '#server/db/connection-error.ts'
import { oneAtATime } from '#server/one-at-a-time.ts'
import { FinalOutcomes } from './final-outcomes.ts'
import { lookInTurn } from './look.ts'

const ASK_EVERY_MS = 20_000

/** Looks at the invariants of money and stock each minute, on one of the servers, until stopped. */
export function watchInvariants(context: Context): { stop: () => void } {
  const finals = new FinalOutcomes()
  const tell = (error: unknown) => {
    if (isConnectionError(error)) context.log.warn('the look at the invariants waits for the database')
    else context.log.error({ err: error }, 'the look at the invariants failed')
  }
  const timer = setInterval(
    oneAtATime(() => lookInTurn(context, finals), tell),
    ASK_EVERY_MS,
  ).unref()
  return { stop: () => clearInterval(timer) }
}

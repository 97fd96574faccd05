import type { Context } from '#server/context.ts'
import { isConnectionError } from '#server/db/connection-error.ts'
import { FinalOutcomes } from './final-outcomes.ts'
import { lookInTurn } from './look.ts'

const ASK_EVERY_MS = 20_000

/** Looks at the invariants of money and stock each minute, on one of the servers, until stopped. */
export function watchInvariants(context: Context): { stop: () => void } {
  const finals = new FinalOutcomes()
  let isLooking = false
  const lookNow = async () => {
    if (isLooking) return
    isLooking = true
    try {
      await lookInTurn(context, finals)
    } catch (error) {
      if (isConnectionError(error)) context.log.warn('the look at the invariants waits for the database')
      else context.log.error({ err: error }, 'the look at the invariants failed')
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void lookNow(), ASK_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}

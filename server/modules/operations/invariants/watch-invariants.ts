import type { Context } from '#server/platform/context.ts'
import { startRounds, type Running } from '#server/platform/workers/rounds.ts'
import { FinalOutcomes } from './final-outcomes.ts'
import { lookInTurn } from './look.ts'

const ASK_EVERY_MS = 20_000

/** Looks at the invariants of money and stock each minute, on one of the servers, until stopped. */
export function watchInvariants(context: Context): Running {
  const finals = new FinalOutcomes()
  return startRounds(context, {
    name: 'the look at the invariants',
    work: () => lookInTurn(context, finals),
    everyMs: ASK_EVERY_MS,
  })
}

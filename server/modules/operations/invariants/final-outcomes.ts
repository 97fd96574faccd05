import { FINAL_STATES, isIn } from '#domain/payments/attempt-states.ts'
import type { Context } from '#server/platform/context.ts'
import type { Recent } from './invariant.ts'

/**
 * I11: an outcome is never written again. No row contains the previous one, so a server remembers the outcomes of its last check
 * and compares.
 */
export class FinalOutcomes {
  #known = new Map<number, string>()

  async changed({ db }: Pick<Context, 'db'>, { attemptsAfter }: Recent): Promise<Record<string, unknown>[]> {
    const rows = await db
      .selectFrom('payment_attempt')
      .select(['id', 'state', 'outcome_at'])
      .where('id', '>', attemptsAfter)
      .execute()
    const all = rows.map(({ id, state, outcome_at }) => ({ id, state, now: `${state} ${outcome_at?.toISOString()}` }))
    const before = this.#known
    this.#known = new Map(all.filter(({ state }) => isIn(FINAL_STATES, state)).map(({ id, now }) => [id, now]))
    return all.flatMap(({ id, now }) => {
      const was = before.get(id)
      return was === undefined || was === now ? [] : [{ attempt_id: id, was, now }]
    })
  }
}

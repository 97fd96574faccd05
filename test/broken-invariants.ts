import type { DatabaseHandle } from '#server/db/connect.ts'
import { OWN_INVARIANTS } from '#server/features/invariants/invariants.ts'

const ALL = { attemptsAfter: 0, ordersAfter: 0, movesAfter: 0 }

/** The rows that break what must hold of orders, payments and stock, by invariant; the outbox, I12, is not looked at. */
export async function brokenInvariants({ kysely }: DatabaseHandle): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const { id, broken } of OWN_INVARIANTS.filter(each => each.id !== 'I12')) {
    const { rows } = await broken(ALL).execute(kysely)
    if (rows.length > 0) found[id] = rows
  }
  return found
}

import { ALL_ROWS } from '#server/modules/operations/invariants/invariant.ts'
import { OWN_INVARIANTS } from '#server/modules/operations/invariants/invariants.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'

/**
 * The rows that break the invariants of orders, payments, stock and the audit log, by invariant; I12 (the outbox) is not checked.
 */
export async function brokenInvariants({ kysely }: DatabaseHandle): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const { id, violations } of OWN_INVARIANTS.filter(each => each.id !== 'I12')) {
    const { rows } = await violations(ALL_ROWS).execute(kysely)
    if (rows.length > 0) found[id] = rows
  }
  return found
}

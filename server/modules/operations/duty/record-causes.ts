import { sql } from 'kysely'
import { MINUTE_MS } from '#domain/durations.ts'
import { ALERT_CAUSES, type AlertCauseName, CLEARED_AFTER_MINUTES } from '#domain/operations/duty/alert-causes.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import type { FoundCause } from './find-causes.ts'

type CauseFindings = {
  found: readonly FoundCause[]
  /** The causes that were looked for without an error. */
  covered: readonly AlertCauseName[]
  at: Date
}

/** Brings the alerts up to date with what was found: new ones, those that lasted long enough for a call, and those that are over. */
export async function recordCauses(trx: Trx, { found, covered, at }: CauseFindings): Promise<void> {
  await noteFound(trx, found, at)
  for (const [confirmMinutes, causes] of byConfirmation())
    await trx
      .updateTable('alert')
      .set({ opened_at: at })
      .where('opened_at', 'is', null)
      .where('cleared_at', 'is', null)
      .where('cause', 'in', causes)
      .where('last_seen_at', '=', at)
      .where('first_seen_at', '<=', new Date(at.getTime() - confirmMinutes * MINUTE_MS))
      .execute()
  const unseen = trx
    .selectFrom('alert')
    .select('id')
    .where('cleared_at', 'is', null)
    .where('cause', 'in', covered.length > 0 ? covered : [])
    .where('last_seen_at', '<', at)
  await trx
    .deleteFrom('alert')
    .where('id', 'in', unseen.where('opened_at', 'is', null))
    .execute()
  const clearBefore = new Date(at.getTime() - CLEARED_AFTER_MINUTES * MINUTE_MS)
  await trx
    .updateTable('alert')
    .set({ cleared_at: at })
    .where('id', 'in', unseen.where('opened_at', 'is not', null).where('last_seen_at', '<=', clearBefore))
    .execute()
}

async function noteFound(trx: Trx, found: readonly FoundCause[], at: Date): Promise<void> {
  if (found.length === 0) return
  const rows = found.map(({ cause, storeId, subject, facts }) => ({ cause, store_id: storeId, subject, facts }))
  await sql`
    INSERT INTO alert (cause, store_id, subject, facts, first_seen_at, last_seen_at)
    SELECT cause, store_id, subject, facts, ${at}::timestamptz, ${at}::timestamptz
    FROM ${jsonRecordset(rows, 'cause text, store_id integer, subject text, facts jsonb')}
    ON CONFLICT (cause, subject, coalesce(store_id, 0)) WHERE cleared_at IS NULL
    DO UPDATE SET facts = excluded.facts, last_seen_at = excluded.last_seen_at`.execute(trx)
}

const byConfirmation = (): Map<number, AlertCauseName[]> =>
  Map.groupBy(Object.keys(ALERT_CAUSES) as AlertCauseName[], cause => ALERT_CAUSES[cause].confirmMinutes)

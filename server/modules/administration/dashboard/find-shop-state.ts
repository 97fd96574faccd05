import { sql, type Kysely } from 'kysely'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Db = Kysely<Database>
type ShopState = Pick<AdminHome, 'invariants' | 'undelivered'>

type Row = {
  looked_at: Date | null
  broken: { invariant: string; rows: number; since: string }[]
  mails: number
  sms: number
  failed_at: Date | null
}

/** The state that does not depend on a store, in one statement. */
export async function findShopState(db: Db, now: Date): Promise<ShopState> {
  const { rows } = await sql<Row>`
    SELECT looks.*, messages.*
    FROM (
      SELECT max(looked_at) AS looked_at, coalesce(jsonb_agg(
          jsonb_build_object('invariant', invariant, 'rows', broken, 'since', broken_since) ORDER BY broken_since, invariant)
        FILTER (WHERE broken > 0), '[]') AS broken FROM invariant_check) looks,
    (
      SELECT count(*) FILTER (WHERE kind <> 'sms') AS mails, count(*) FILTER (WHERE kind = 'sms') AS sms,
        max(sent_at) AS failed_at FROM outbox_message
      WHERE state = 'failed' AND kind <> 'push' AND sent_at > ${now}::timestamptz - interval '24 hours') messages`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a state without a row')
  return {
    invariants: {
      looked_at: row.looked_at?.toISOString() ?? null,
      broken: row.broken.map(({ since, ...what }) => ({ ...what, since: new Date(since).toISOString() })),
    },
    undelivered: { mails: row.mails, sms: row.sms, last_at: row.failed_at?.toISOString() ?? null },
  }
}

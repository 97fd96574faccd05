import { sql, type Kysely } from 'kysely'
import { CHECKLIST_STEPS, type AdminHome, type ChecklistStep } from '#contract/administration/dashboard.ts'
import type { Milestone } from '#server/platform/milestones/milestones.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Db = Kysely<Database>
type ShopState = Pick<AdminHome, 'invariants' | 'undelivered' | 'checklist'>

type Row = {
  looked_at: Date | null
  broken: { invariant: string; rows: number; since: string }[]
  mails: number
  sms: number
  failed_at: Date | null
  is_put_away: boolean
  done: Record<ChecklistStep['step'], boolean>
}

const milestone = (name: Milestone) => sql`EXISTS (SELECT 1 FROM shop_milestone WHERE name = ${sql.lit(name)})`

// An operator without a phone number is complete; without a name or terms, shoppers do not know the seller.
const DONE = sql`jsonb_build_object(
  'store', EXISTS (SELECT 1 FROM store WHERE published),
  'products', EXISTS (
    SELECT 1 FROM store_stock JOIN product ON product.id = product_id JOIN store ON store.id = store_id
    WHERE offered AND product.enabled AND store.published),
  'terminal', ${milestone('terminalTested')} AND EXISTS (
    SELECT 1 FROM terminal JOIN store ON store.id = terminal.store_id
    WHERE store.published AND store.payment_mode = 'terminal' AND terminal.provider <> 'test'
      AND terminal.retired_at IS NULL),
  'labels', ${milestone('labelsPrinted')},
  'operator', EXISTS (SELECT 1 FROM operator WHERE '' NOT IN (name, business_id, address, email))
    AND EXISTS (SELECT 1 FROM terms_version))`

/** The state that does not depend on a store, in one statement. */
export async function findShopState(db: Db, now: Date): Promise<ShopState> {
  const { rows } = await sql<Row>`
    SELECT looks.*, messages.*, ${milestone('checklistPutAway')} AS is_put_away, ${DONE} AS done
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
    checklist: checklistOf(row),
  }
}

/** Empty once all steps are done: a shop that sells needs no checklist. */
function checklistOf({ done, is_put_away }: Row): ChecklistStep[] {
  const steps = CHECKLIST_STEPS.map(step => ({ step, done: done[step] }))
  return is_put_away || steps.every(each => each.done) ? [] : steps
}

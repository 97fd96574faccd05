import { sql } from 'kysely'
import { CHECKLIST_STEPS, type ChecklistStep } from '#contract/administration/dashboard.ts'
import type { Context } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { Milestone } from '#server/platform/milestones/milestones.ts'

type Step = ChecklistStep['step']
/** What the configuration and the caller's session answer without the database. */
type Known = 'email' | 'sms' | 'backup' | 'passkey'
type Row = { is_put_away: boolean; done: Record<Exclude<Step, Known>, boolean> }

const milestone = (name: Milestone) => sql`EXISTS (SELECT 1 FROM shop_milestone WHERE name = ${sql.lit(name)})`

// An operator without a phone number is complete. A sale with a test payment counts.
const DONE = sql`jsonb_build_object(
  'company', EXISTS (SELECT 1 FROM operator WHERE '' NOT IN (name, business_id, address, email)),
  'terms', EXISTS (SELECT 1 FROM terms_version),
  'store', EXISTS (SELECT 1 FROM store WHERE archived_at IS NULL),
  'products', EXISTS (
    SELECT 1 FROM store_stock JOIN product ON product.id = product_id JOIN store ON store.id = store_id
    WHERE offered AND product.enabled AND store.archived_at IS NULL),
  'sale', EXISTS (SELECT 1 FROM customer_order WHERE status = 'complete'),
  'terminal', ${milestone('terminalTested')} AND EXISTS (
    SELECT 1 FROM terminal JOIN store ON store.id = terminal.store_id
    WHERE store.published AND store.payment_mode = 'terminal' AND terminal.provider <> 'test'
      AND terminal.retired_at IS NULL),
  'smsSender', ${milestone('smsSenderAuthorised')},
  'labels', ${milestone('labelsPrinted')})`

/** The steps of a new shop, and whether an admin has put them away. */
export async function findChecklist({ db, config }: Context, user: SignedIn) {
  const { rows } = await sql<Row>`SELECT ${milestone('checklistPutAway')} AS is_put_away, ${DONE} AS done`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a state without a row')
  const done: Record<Step, boolean> = {
    ...row.done,
    // The admin has logged in by an email and verified a phone by an SMS: configured ways have worked at least once.
    email: config.smtpUrl !== undefined,
    sms: config.smsUrl !== undefined,
    backup: config.backupTime !== undefined,
    passkey: user.passkey !== 'none',
  }
  return { isPutAway: row.is_put_away, steps: CHECKLIST_STEPS.map(step => ({ step, done: done[step] })) }
}

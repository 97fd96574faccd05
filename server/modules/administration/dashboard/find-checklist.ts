import { sql } from 'kysely'
import { CHECKLIST_STEPS, type ChecklistStep, SETUP_STEPS } from '#contract/administration/dashboard.ts'
import { mustBeAuthorised } from '#domain/administration/shop-status.ts'
import type { Config } from '#server/config/config.ts'
import { isSenderConfirmed } from '#server/modules/administration/settings/check-health.ts'
import type { Context } from '#server/platform/context.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { Milestone } from '#server/platform/schema/table-types/administration.ts'
import { forgetMilestone, reachMilestone } from '#server/platform/settings/milestones.ts'

type StepName = ChecklistStep['step']
/** The steps whose state follows from the configuration and the caller's session. */
type SetUpStep = 'email' | 'sms' | 'backup' | 'passkey'
type ChecklistRow = { is_dismissed: boolean; done: Record<Exclude<StepName, SetUpStep>, boolean> }

const isReached = (name: Milestone) => sql`EXISTS (SELECT 1 FROM shop_milestone WHERE name = ${sql.lit(name)})`

// An operator without a phone number is complete. A sale with a test payment counts.
const doneSteps = (sender: string | undefined) => sql`jsonb_build_object(
  'company', EXISTS (SELECT 1 FROM operator WHERE '' NOT IN (name, business_id, address, email)),
  'terms', EXISTS (SELECT 1 FROM terms_version),
  'store', EXISTS (SELECT 1 FROM store WHERE archived_at IS NULL),
  'products', EXISTS (
    SELECT 1 FROM store_stock JOIN product ON product.id = product_id JOIN store ON store.id = store_id
    WHERE offered AND product.enabled AND store.archived_at IS NULL),
  'sale', EXISTS (SELECT 1 FROM customer_order WHERE status = 'complete'),
  'terminal', ${isReached('terminalTested')} AND EXISTS (
    SELECT 1 FROM terminal JOIN store ON store.id = terminal.store_id
    WHERE store.published AND store.payment_mode = 'terminal' AND terminal.provider <> 'test'
      AND terminal.retired_at IS NULL),
  'smsSender', ${isSenderConfirmed(sender)},
  'labels', ${isReached('labelsPrinted')})`

const isSetupStep = ({ step }: ChecklistStep) => SETUP_STEPS.some(each => each === step)

/**
 * A shop that has done everything needs no checklist. A demo never goes live: its checklist ends with the first sale, and the page
 * of the set-up still has all steps.
 */
export function toOpenSteps(steps: readonly ChecklistStep[], { demo }: Config): ChecklistStep[] {
  const shownSteps = demo ? steps.filter(isSetupStep) : [...steps]
  return shownSteps.every(({ done }) => done) ? [] : shownSteps
}

/** The steps of a new shop, and whether an admin has dismissed them. */
export async function findChecklist({ db, config }: Context, user: SignedIn) {
  const { rows } =
    await sql<ChecklistRow>`SELECT ${isReached('checklistDismissed')} AS is_dismissed, ${doneSteps(config.smsSender)} AS done`.execute(
      db,
    )
  const [row] = rows
  if (!row) throw new Error('the checklist is one row')
  const done: Record<StepName, boolean> = {
    ...row.done,
    // The admin has logged in by an email and verified a phone by an SMS: configured channels have worked at least once.
    email: config.smtpUrl !== undefined,
    sms: config.smsGateways.length > 0,
    smsSender: row.done.smsSender || !mustBeAuthorised({ sender: config.smsSender, countries: config.smsCountries }),
    backup: config.backupTime !== undefined,
    passkey: user.passkey !== 'none',
  }
  return { isDismissed: row.is_dismissed, steps: CHECKLIST_STEPS.map(step => ({ step, done: done[step] })) }
}

/** Records whether an admin states that the sender of the SMS is authorised. */
export async function confirmSmsSender(context: Context, isAuthorised: boolean): Promise<{}> {
  const name = 'smsSenderAuthorised'
  if (isAuthorised) await reachMilestone(context, name, context.config.smsSender)
  else await forgetMilestone(context, name)
  return {}
}

/** Dismisses the checklist, or shows it again. */
export async function dismissChecklist(context: Context, isDismissed: boolean): Promise<{}> {
  await (isDismissed ? reachMilestone : forgetMilestone)(context, 'checklistDismissed')
  return {}
}

import { sql } from 'kysely'
import type { TerminalInput } from '#contract/payments/terminals.ts'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import type { Facts } from '#domain/field-changes.ts'
import { HOLDS_TERMINAL } from '#domain/payments/attempt-states.ts'
import { OPEN_REFUND_STATES } from '#domain/payments/refund-states.ts'
import { toTerminalHealth } from '#domain/payments/terminal-health.ts'
import { addTestTerminal } from '#server/modules/stores/admin-stores/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { reachMilestone } from '#server/platform/settings/milestones.ts'
import { notifyMoneyChange } from './notify-money-change.ts'
import { findTerminal, findTerminalSettings, saveTerminalSettings, getTerminalDetail } from './queries.ts'
import { completeSettings, isOfProvider, settingsFacts } from './terminal-settings.ts'

/** States whose outcome may still come from that terminal, and from no other. */
const MAY_BE_ANSWERED = [...HOLDS_TERMINAL, 'UNRESOLVED', 'REVERSAL_DUE'] as const

const findOpenRefund = (trx: Trx, terminalId: number) =>
  trx
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .select('refund.id')
    .where('payment_attempt.terminal_id', '=', terminalId)
    .where('refund.state', 'in', OPEN_REFUND_STATES)
    .limit(1)
    .executeTakeFirst()

type NewTerminal = TerminalInput & { author: Author }

type RecordedTerminal = { name: string; provider: string; settings: PlainSettings | undefined }

const toAuditFields = ({ secrets }: Context, { name, provider, settings }: RecordedTerminal): Facts => ({
  name,
  provider,
  ...settingsFacts(secrets, settings),
})

const secretsRefusal = (missing: readonly string[]) =>
  refuse('form.invalid', { problems: missing.map(field => ({ field, problem: 'secretNeeded' })) })

/** Adds a terminal to a store. */
export async function addTerminal(context: Context, storeId: number, { author, ...input }: NewTerminal) {
  const { name, provider } = input
  const refused = await settingsRefusal(context, input)
  if (refused) return refused
  const { settings, missing } = completeSettings(input.settings)
  if (missing.length > 0) return secretsRefusal(missing)
  return inRefusableTransaction(context.db, async trx => {
    const store = await trx.selectFrom('store').select('id').where('id', '=', storeId).forKeyShare().executeTakeFirst()
    if (!store) return refuse('store.notFound')
    const row = { store_id: storeId, name, provider }
    const { id } = await trx.insertInto('terminal').values(row).returning('id').executeTakeFirstOrThrow()
    const inTrx = { ...context, db: trx }
    await saveTerminalSettings(inTrx, { terminalId: id, provider, settings })
    const after = toAuditFields(context, { name, provider, settings })
    await recordChange(trx, { kind: 'terminal', id, before: null, after: { store_id: storeId, ...after }, author })
    await notifyMoneyChange(inTrx, { terminalId: id, before: null, after, author })
    return getTerminalDetail(inTrx, id)
  })
}

type ChangedTerminal = TerminalInput & { revision?: number | undefined; author: Author }

/**
 * Changes a terminal's name and connection. Refused while an answer of the old device is pending: the new one would be asked.
 */
export async function changeTerminal(
  context: Context,
  terminalId: number,
  { author, revision, ...input }: ChangedTerminal,
) {
  const { name, provider } = input
  const refusedSettings = await settingsRefusal(context, input)
  if (refusedSettings) return refusedSettings
  return inRefusableTransaction(context.db, async trx => {
    // Locks the whole row: a payment that begins now waits until the settings are saved.
    const row = await trx
      .selectFrom('terminal')
      .select(['name', 'provider', 'revision'])
      .where('id', '=', terminalId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('terminal.notFound')
    const inTrx = { ...context, db: trx }
    if (revision !== undefined && row.revision !== revision)
      return refuse('record.changed', { current: await getTerminalDetail(inTrx, terminalId) })
    const refused = await changeRefusal(trx, { id: terminalId, ...row }, provider)
    if (refused) return refused
    const stored = await findTerminalSettings(inTrx, terminalId)
    const { settings, missing } = completeSettings(input.settings, stored)
    if (missing.length > 0) return secretsRefusal(missing)
    await trx
      .updateTable('terminal')
      .set({ name, revision: row.revision + 1 })
      .where('id', '=', terminalId)
      .execute()
    await saveTerminalSettings(inTrx, { terminalId, provider, settings })
    const before = toAuditFields(context, { ...row, settings: stored })
    const after = toAuditFields(context, { name, provider, settings })
    await recordChange(trx, { kind: 'terminal', id: terminalId, before, after, author })
    await notifyMoneyChange(inTrx, { terminalId, before, after, author })
    return getTerminalDetail(inTrx, terminalId)
  })
}

/**
 * Payments and refunds that the terminal may still answer prevent the change; payments that it took prevent a change of provider.
 */
async function changeRefusal(trx: Trx, row: { id: number; provider: string }, provider: string) {
  const attempts = trx.selectFrom('payment_attempt').select('id').where('terminal_id', '=', row.id).limit(1)
  const open = await attempts.where('state', 'in', MAY_BE_ANSWERED).executeTakeFirst()
  if (open || (await findOpenRefund(trx, row.id))) return refuse('terminal.paymentPending')
  // Payments are refunded at the terminal that took them.
  if (provider !== row.provider && (await attempts.executeTakeFirst())) return refuse('terminal.kindStays')
  return undefined
}

/**
 * Refuses settings of another kind of terminal, and those that would send the key unencrypted outside the networks allowed for
 * that, before anything is saved.
 */
async function settingsRefusal({ terminals }: Context, input: TerminalInput) {
  if (!isOfProvider(input)) return refuse('request.invalid', { fields: ['provider'] })
  const protects = terminals.byProvider(input.provider)?.protects?.(input.settings)
  if (protects === undefined || (await protects)) return undefined
  return refuse('form.invalid', { problems: [{ field: 'host', problem: 'unprotected' }] })
}

type ChoosePaymentModeInput = { storeId: number; payment_mode: 'test' | 'terminal'; author: Author }

/** Sets whether a store's test terminals or its real ones take the payments. */
export async function choosePaymentMode(
  { db, config }: Context,
  { storeId: id, payment_mode, author }: ChoosePaymentModeInput,
) {
  if (payment_mode === 'test' && !config.testPayment)
    return refuse('form.invalid', { problems: [{ field: 'payment_mode', problem: 'notHere' }] })
  return inRefusableTransaction(db, async trx => {
    const store = trx.selectFrom('store').select('payment_mode').where('id', '=', id)
    const before = await store.forNoKeyUpdate().executeTakeFirst()
    if (!before) return refuse('store.notFound')
    if (payment_mode === 'test') await addTestTerminal(trx, id)
    if (await recordChange(trx, { kind: 'store', id, before, after: { payment_mode }, author }))
      await trx
        .updateTable('store')
        .set({ payment_mode, revision: sql`revision + 1` })
        .where('id', '=', id)
        .execute()
    return {}
  })
}

/** Whether the terminal responds. Once a real one does, the shop has tested its terminal. */
export async function checkTerminalHealth(context: Context, terminalId: number) {
  const terminal = await findTerminal(context.db, terminalId)
  if (!terminal) return refuse('terminal.notFound')
  const provider = context.terminals.byProvider(terminal.provider)
  if (!provider) return toTerminalHealth('notHere', `No provider is called ${terminal.provider}.`)
  const health = await provider.health(terminal.id)
  if (health.ok && terminal.provider !== 'test') await reachMilestone(context, 'terminalTested')
  return health
}

import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import { HELP_ENDS_AFTER_HOURS, type HelpScreen, type HelpState } from '#domain/operations/duty/help.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { callContacts, lockDuty } from './call-contacts.ts'

const HELP_CAUSE: AlertCauseName = 'help_requested'

/** The phone and the text of a published store; undefined for any other. */
export async function findStoreHelp(db: Db, storeId: number, language: LanguageCode) {
  const store = await db
    .selectFrom('store')
    .select(['phone', 'help_en', 'help_fi', 'help_sv'])
    .where('id', '=', storeId)
    .where('published', '=', true)
    .executeTakeFirst()
  if (!store) return undefined
  const operator = await db.selectFrom('operator').select('phone').executeTakeFirstOrThrow()
  const { help_en, help_fi, help_sv } = store
  return {
    phone: store.phone ?? (operator.phone || null),
    text: store[`help_${language}`] ?? help_fi ?? help_sv ?? help_en,
  }
}

type HelpRequest = {
  storeId: number
  screen: HelpScreen
  basketCents: number
  /** A known code of an error. */
  error: string | undefined
}

/**
 * Calls those on duty at once, or joins the call that is open in the store: however many shoppers ask, each person is called
 * once until one of them acknowledges. Returns the call's id.
 */
export const requestHelp = (context: Context, request: HelpRequest) =>
  inRefusableTransaction(context.db, async trx => {
    const at = context.now()
    await lockDuty(trx)
    await endOldHelpCalls(trx, at)
    const id = await openOrJoin(trx, request, at)
    await callContacts(context, trx, { now: at })
    const calls = trx.selectFrom('alert_call').select('id').where('alert_id', '=', id).limit(1)
    return (await calls.executeTakeFirst()) ? { call_id: id } : refuse('help.nobodyOnDuty')
  })

async function openOrJoin(trx: Trx, { storeId, screen, basketCents, error = '–' }: HelpRequest, at: Date) {
  const facts = JSON.stringify({ screen, cents: basketCents, error, count: 1 })
  const { rows } = await sql<{ id: number }>`
    INSERT INTO alert (store_id, cause, subject, facts, first_seen_at, last_seen_at, opened_at)
    VALUES (${storeId}, ${HELP_CAUSE}, '', ${facts}, ${at}, ${at}, ${at})
    ON CONFLICT (cause, subject, coalesce(store_id, 0)) WHERE cleared_at IS NULL DO UPDATE SET last_seen_at = ${at},
      facts = excluded.facts || jsonb_build_object('count', (alert.facts ->> 'count')::integer + 1)
    RETURNING id`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('no alert was opened')
  return row.id
}

/** Ends the calls for help that nobody acknowledged in time. */
export const endOldHelpCalls = (trx: Trx, at: Date) =>
  trx
    .updateTable('alert')
    .set({ cleared_at: at })
    .where('cause', '=', HELP_CAUSE)
    .where('cleared_at', 'is', null)
    .where('opened_at', '<=', new Date(at.getTime() - HELP_ENDS_AFTER_HOURS * HOUR_MS))
    .execute()

/** Undefined for anything but a call for help. */
export async function findHelpState(db: Db, id: number): Promise<HelpState | undefined> {
  const call = await db
    .selectFrom('alert')
    .select(['acknowledged_at', 'cleared_at'])
    .where('id', '=', id)
    .where('cause', '=', HELP_CAUSE)
    .executeTakeFirst()
  if (!call) return undefined
  if (call.acknowledged_at !== null) return 'seen'
  return call.cleared_at === null ? 'waiting' : 'over'
}

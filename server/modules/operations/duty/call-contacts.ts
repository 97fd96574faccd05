import { sql } from 'kysely'
import type { OfficeAccess } from '#domain/accounts/store-rights.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { ALERT_CAUSES, type AlertCauseName, MADE_BY_PEOPLE } from '#domain/operations/duty/alert-causes.ts'
import { type CallChannel, dueCalls } from '#domain/operations/duty/call-plan.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { notifyShoppers } from '#server/modules/messaging/push/notify-shoppers.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { createTranslate } from '#server/texts/text.ts'
import { type AlertFacts, alertText } from './alert-text.ts'
import { type CalledPerson, type StoreDuty, findDuty } from './find-contacts.ts'

type CallContext = Pick<Context, 'outbox' | 'origin'>

type AlertRow = {
  id: number
  cause: AlertCauseName
  facts: AlertFacts
  store_id: number | null
  store: string | null
  time_zone: string | null
  opened_at: Date
}

/** `max`: the rest remains due. */
type DueCalls = { now: Date; max?: number }

/**
 * Makes the calls that are due for open alerts, and sends an all-clear to everyone who was called for an alert that is over. Returns how
 * many were made.
 */
export async function callContacts(
  context: CallContext,
  trx: Trx,
  { now, max = Number.POSITIVE_INFINITY }: DueCalls,
): Promise<number> {
  const due = [...(await findDueCalls(trx, now)), ...(await findDueAllClears(trx, now))]
  const reachable = due.filter(({ channel, person }) => channel !== 'sms' || person.phone !== null)
  let made = 0
  for (const each of reachable.slice(0, max)) made += Number(await callContact(context, trx, each))
  return made
}

async function findDueCalls(trx: Trx, now: Date): Promise<ContactCall[]> {
  const duties = new Map<string, StoreDuty>()
  const getDuty = async (storeId: number | null, access: OfficeAccess) => {
    const key = `${storeId} ${access}`
    const duty = duties.get(key) ?? (await findDuty(trx, storeId, access))
    duties.set(key, duty)
    return duty
  }
  const made = await listMadeCalls(trx)
  const due: ContactCall[] = []
  for (const alert of await findUnacknowledged(trx)) {
    const { access, canWait } = ALERT_CAUSES[alert.cause]
    const { contacts, rules, disabledCauses } = await getDuty(alert.store_id, access)
    if (disabledCauses.includes(alert.cause)) continue
    for (const { contact, step, channel } of dueCalls(
      { openedAt: alert.opened_at, canWait },
      { contacts, rules },
      now,
    )) {
      const person = contacts.find(({ id }) => id === contact)
      if (person && !made.has(toCallKey({ alert: alert.id, user: contact, channel })))
        due.push({ alert, person, step, channel, kind: 'call', now })
    }
  }
  return due
}

const selectAlerts = (trx: Trx) =>
  trx
    .selectFrom('alert')
    .leftJoin('store', 'store.id', 'alert.store_id')
    .select(['alert.id', 'cause', 'facts', 'store_id', 'store.name as store', 'store.time_zone'])
    .select(sql<Date>`opened_at`.as('opened_at'))

const findUnacknowledged = (trx: Trx): Promise<AlertRow[]> =>
  selectAlerts(trx)
    .where('opened_at', 'is not', null)
    .where('acknowledged_at', 'is', null)
    .where('cleared_at', 'is', null)
    .orderBy('alert.id')
    .execute()

/** The calls that were made for open alerts: after an outage of all stores these are many, and each look sees them again. */
async function listMadeCalls(trx: Trx): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('alert_call')
    .innerJoin('alert', 'alert.id', 'alert_id')
    .select(['alert_id as alert', 'user_id as user', 'channel'])
    .where('kind', '=', 'call')
    .where('acknowledged_at', 'is', null)
    .where('cleared_at', 'is', null)
    .execute()
  return new Set(rows.map(toCallKey))
}

const toCallKey = ({ alert, user, channel }: { alert: number; user: number; channel: string }) =>
  `${alert} ${user} ${channel}`

async function findDueAllClears(trx: Trx, now: Date): Promise<ContactCall[]> {
  const over = await selectAlerts(trx)
    .innerJoin('alert_call as call', join => join.onRef('call.alert_id', '=', 'alert.id').on('call.kind', '=', 'call'))
    .innerJoin('app_user', 'app_user.id', 'call.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .select([
      'app_user.id as userId',
      'email',
      'app_user.phone',
      'language.code as language',
      'call.channel',
      'call.step',
    ])
    .where('cleared_at', 'is not', null)
    .where('cause', 'not in', MADE_BY_PEOPLE)
    .where('cleared_at', '>', new Date(now.getTime() - ALL_CLEAR_WITHIN_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_call as all_clear')
            .select('all_clear.id')
            .whereRef('all_clear.alert_id', '=', 'alert.id')
            .whereRef('all_clear.user_id', '=', 'call.user_id')
            .whereRef('all_clear.channel', '=', 'call.channel')
            .where('all_clear.kind', '=', 'all_clear'),
        ),
      ),
    )
    .orderBy('call.id')
    .execute()
  return over.map(({ userId, email, phone, language, channel, step, ...alert }) => {
    const person = { id: userId, email, phone, language }
    return { alert, person, step, channel, kind: 'all_clear', now }
  })
}
/** After a restore, an alert that ended longer ago is history. */
const ALL_CLEAR_WITHIN_MS = HOUR_MS

type ContactCall = {
  alert: AlertRow
  person: Pick<CalledPerson, 'id' | 'email' | 'phone' | 'language'>
  step: number
  channel: CallChannel
  kind: 'call' | 'all_clear'
  now: Date
}

/** Makes a call unless it was made before, which it returns: its row and its message are one transaction. */
async function callContact(context: CallContext, trx: Trx, { alert, person, step, channel, kind, now }: ContactCall) {
  const token = kind === 'call' ? randomToken() : undefined
  const row = { alert_id: alert.id, user_id: person.id, channel, kind, step, created_at: now }
  const { numInsertedOrUpdatedRows: inserted } = await trx
    .insertInto('alert_call')
    .values({ ...row, token_sha256: token === undefined ? null : sha256(token) })
    .onConflict(conflict => conflict.columns(['alert_id', 'user_id', 'channel', 'kind']).doNothing())
    .executeTakeFirstOrThrow()
  if (!inserted) return false
  await sendMessage(context, trx, { alert, person, channel, kind, now, link: linkTo(context, token) })
  return true
}

const linkTo = ({ origin }: CallContext, token: string | undefined) =>
  token === undefined ? undefined : { path: `/calls/${token}`, url: `${origin()}/calls/${token}` }

type CallMessage = Omit<ContactCall, 'step'> & { link: { path: string; url: string } | undefined }

async function sendMessage(context: CallContext, trx: Trx, message: CallMessage): Promise<void> {
  const { alert, person, channel, kind, now, link } = message
  const { language } = person
  const t = createTranslate(language)
  const timeZone = alert.time_zone ?? SHOP_TIME_ZONE
  const { title, remedy } = alertText({ ...alert, timeZone }, language)
  const place = alert.store ?? t('operations.duty.allStores')
  const since = t('operations.duty.since', { at: formatDateTime(alert.opened_at, timeZone) })
  const until = new Date(now.getTime() + TRY_FOR_MS)
  const subject = kind === 'call' ? `${place}: ${title}` : t('operations.duty.allClear', { place, title })
  if (channel === 'sms') {
    const text = [`${subject}.`, since, ...(link ? [`${t('operations.duty.acknowledge')}: ${link.url}`] : [])].join(' ')
    return context.outbox.enqueue(trx, 'sms', { to: person.phone, text, until, isUrgent: true })
  }
  if (channel === 'push') {
    const reference = `alert ${alert.id} ${kind} ${person.id}`
    const text = () => ({ title: subject, body: kind === 'call' ? `${remedy} ${since}` : since })
    return notifyShoppers(trx, [{ userId: person.id, reference, text, url: link?.path ?? '/duty' }], { at: now })
  }
  const parts = [
    since,
    ...(kind === 'call' ? [remedy] : []),
    ...(link
      ? [
          {
            intro: t('operations.duty.acknowledgeIntro'),
            label: t('operations.duty.acknowledge'),
            link: link.url,
          },
        ]
      : []),
  ]
  return context.outbox.enqueue(trx, 'mail', {
    to: person.email,
    ...renderEmail({ language, subject, parts }),
    until,
    isUrgent: true,
  })
}

/** The way to the person may be what failed. */
const TRY_FOR_MS = 12 * HOUR_MS

/** One server at a time records causes and calls: the next one finds the calls of the first. */
export const lockDuty = (trx: Trx): Promise<unknown> => sql`SELECT FROM duty_run FOR UPDATE`.execute(trx)

/** Opens a test alert of a store, and calls at once. An older test that nobody acknowledged ends. Returns the number of calls. */
export const makeTestCall = (context: Pick<Context, 'db' | 'now'> & CallContext, storeId: number): Promise<number> =>
  inTransaction(context.db, async trx => {
    const at = context.now()
    await lockDuty(trx)
    await trx
      .updateTable('alert')
      .set({ cleared_at: at })
      .where('cause', '=', 'test_call')
      .where('store_id', '=', storeId)
      .where('cleared_at', 'is', null)
      .execute()
    const times = { first_seen_at: at, last_seen_at: at, opened_at: at }
    const { id } = await trx
      .insertInto('alert')
      .values({ store_id: storeId, cause: 'test_call', subject: '', facts: '{}', ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    await callContacts(context, trx, { now: at })
    const { calls } = await trx
      .selectFrom('alert_call')
      .select(({ fn }) => fn.countAll<number>().as('calls'))
      .where('alert_id', '=', id)
      .executeTakeFirstOrThrow()
    return calls
  })

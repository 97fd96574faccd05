import { type RawBuilder, sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { MINUTE_MS, DAY_MS } from '#domain/durations.ts'
import { dayText } from '#domain/format/day-text.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import type { Mail, MailMessage } from '#server/adapters/email/email.ts'
import { notifyGroup } from '#server/modules/messaging/push/notify-shoppers.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import { sendMail } from '#server/platform/outbox/delivery.ts'
import type { OutboxChannel, ClaimedMessage, DeliveryOutcome } from '#server/platform/outbox/outbox-message.ts'
import { createChannel } from '#server/platform/outbox/outbox-rows.ts'
import type { Texts } from '#server/platform/schema/table-types/columns.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { startPeriodicJob, type RunningJob } from '#server/platform/workers/periodic-job.ts'
import { createTranslate, text } from '#server/texts/text.ts'

const SEARCH_EVERY_MS = 3_000
/** A sale is committed at most this long after its time. */
const COMMITTED_WITHIN_MS = 10 * MINUTE_MS
/** A push service keeps the notification for a phone that is off. */
const KEPT_MS = 7 * DAY_MS

const SHOP_ZONE = sql.lit(SHOP_TIME_ZONE)

/** Whether the payment of `sold`, an order, lies in the days of a recall, before the product was sold again. */
export const isInRecall = (recall: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  sold.paid_at >= coalesce(${recall}.sold_from::timestamp AT TIME ZONE ${SHOP_ZONE}, '-infinity')
  AND sold.paid_at < coalesce((${recall}.sold_until + 1)::timestamp AT TIME ZONE ${SHOP_ZONE}, ${recall}.ended_at, 'infinity'))`

/** The lots of a `recall`; empty: all of the product. */
export const RECALLED_LOTS = sql`ARRAY(SELECT lot FROM recalled_lot WHERE recall_id = recall.id)`

/** Whether a `line` is certainly of one of the lots. */
const isOfLots = (lots: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(cardinality(${lots}) = 0 OR coalesce(line.lot = ANY (${lots}), false))`

/** Also true of a `line` of which no lot is known. */
export const mayBeOfLots = (lots: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(line.lot IS NULL OR ${isOfLots(lots)})`

/**
 * Pre-orders that hold goods and are not paid: their shoppers may have the goods, or expect them. Goods that are only expected come from
 * other lots than the recalled ones.
 */
const openPreorders = (lots: RawBuilder<unknown>) => sql`SELECT id, user_id FROM customer_order
  WHERE order_type = 'preorder' AND status <> 'complete' AND status <> 'checkout' AND cancelled_at IS NULL
    AND (cardinality(${lots}) = 0 OR status <> 'preorder_booked')`

type OpenRecall = {
  id: number
  product_id: number
  searched_until: Date | null
  names: Texts
  lots: string[]
}

/**
 * Finds the buyers of a recalled product that are not recorded yet, and writes them with their messages in one transaction, so
 * that each is informed once. The first call searches all sales of the chosen days; later calls those that changed since, such as
 * an order that was at a terminal when the recall began. Returns how many were found; 0 also while another server searches.
 */
export const informBuyers = (context: Context, recallId: number): Promise<number> =>
  inTransaction(context.db, async trx => {
    const recall = await lockOpen(trx, recallId)
    if (!recall) return 0
    const at = context.now()
    const found = await addBuyers(trx, recall, at)
    await trx.updateTable('recall').set({ searched_until: at }).where('id', '=', recall.id).execute()
    if (found.length > 0) await writeMessages(trx, recall, { at, found })
    return found.length
  })

const lockOpen = (trx: Trx, id: number): Promise<OpenRecall | undefined> =>
  trx
    .selectFrom('recall')
    .innerJoin('product_version', join =>
      join.onRef('product_version.product_id', '=', 'recall.product_id').on('product_version.is_current', '=', true),
    )
    .select(['recall.id', 'recall.product_id', 'recall.searched_until', 'product_version.names'])
    .select(sql<string[]>`${RECALLED_LOTS}`.as('lots'))
    .where('recall.id', '=', id)
    .where('recall.ended_at', 'is', null)
    .forUpdate('recall')
    .skipLocked()
    .executeTakeFirst()

type AddedBuyer = { is_certain: boolean }

/** A buyer of an unknown lot who is found again with a recalled one is informed again. */
async function addBuyers(
  trx: Trx,
  { id, product_id, searched_until, lots }: OpenRecall,
  at: Date,
): Promise<AddedBuyer[]> {
  const since = searched_until === null ? null : new Date(searched_until.getTime() - COMMITTED_WITHIN_MS)
  // A paid order changes no earlier than it was paid, and its changes have an index.
  const recent = since === null ? sql`true` : sql`sold.updated_at >= ${since}::timestamptz`
  const recalled = sql`${lots}::text[]`
  const { rows } = await sql<AddedBuyer>`
    INSERT INTO recall_buyer (recall_id, user_id, found_at, is_certain)
    SELECT ${id}::integer, found.user_id, ${at}::timestamptz, bool_or(${isOfLots(recalled)})
    FROM (
      SELECT sold.id, sold.user_id FROM recall JOIN customer_order sold ON ${isInRecall(sql.ref('recall'))}
      WHERE recall.id = ${id} AND ${recent}
      UNION ALL ${openPreorders(recalled)}
    ) found JOIN order_line line ON line.order_id = found.id AND line.product_id = ${product_id} AND ${mayBeOfLots(recalled)}
    GROUP BY found.user_id
    ON CONFLICT (recall_id, user_id) DO UPDATE SET is_certain = true, found_at = excluded.found_at, confirmed_at = NULL
      WHERE excluded.is_certain AND NOT recall_buyer.is_certain
    RETURNING is_certain`.execute(trx)
  return rows
}

/** The subjects of the notifications of a recall, by which all its messages are found. */
const recallReference = (id: number, { is_certain }: AddedBuyer): string =>
  `recall ${id}${is_certain ? '' : ' unknown lot'}`
export const recallReferences = (id: number): string[] =>
  [true, false].map(is_certain => recallReference(id, { is_certain }))

/** Writes a notification and an email to each buyer found at this moment. */
async function writeMessages(
  trx: Trx,
  { id, names }: OpenRecall,
  { at, found }: { at: Date; found: AddedBuyer[] },
): Promise<void> {
  const isNew = sql`buyer.recall_id = ${id} AND buyer.found_at = ${at}::timestamptz`
  for (const is_certain of new Set(found.map(buyer => buyer.is_certain)))
    await notifyGroup(trx, {
      reference: recallReference(id, { is_certain }),
      text: language => ({
        title: text(language, 'orders.recall.push.title', { product: textInLanguage(names, language) }),
        body: text(language, is_certain ? 'orders.recall.push.body' : 'orders.recall.push.unknown'),
      }),
      url: '/home',
      members: sql`(SELECT buyer.user_id, buyer.id AS recall_buyer_id FROM recall_buyer buyer
        WHERE ${isNew} AND buyer.is_certain = ${is_certain})`,
      at,
      expiresAt: new Date(at.getTime() + KEPT_MS),
    })
  await writeRecallMails(trx, { id, at, to: isNew })
}

type RecallMails = { id: number; at: Date; to: RawBuilder<unknown> }

/** Writes an email to each `buyer` whom the condition names, in the language of the account. Returns how many. */
export async function writeRecallMails(trx: Trx, { id, at, to }: RecallMails): Promise<number> {
  const [certain, unknown] = recallReferences(id)
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO outbox_message (kind, recall_buyer_id, notification_id, due_at)
    SELECT 'recall', buyer.id, notification.id, ${at}::timestamptz
    FROM recall_buyer buyer JOIN app_user ON app_user.id = buyer.user_id AND app_user.email LIKE '%@%'
      JOIN push_notification notification ON notification.reference = CASE WHEN buyer.is_certain THEN ${certain} ELSE ${unknown} END
        AND notification.language_id = app_user.language_id
    WHERE ${to} ORDER BY buyer.id`.execute(trx)
  return Number(numAffectedRows)
}

export type RecalledSales = {
  productId: number
  /** Empty: all of the product. */
  lots: readonly string[]
  soldFrom: string | null
  soldUntil: string | null
}

/** How many buyers a recall would find now. `uncertain` of them bought only packages whose lot is not known. */
export async function countBuyers(db: Db, { productId, lots, soldFrom, soldUntil }: RecalledSales) {
  const period = sql`(SELECT ${soldFrom}::date AS sold_from, ${soldUntil}::date AS sold_until, NULL::timestamptz AS ended_at)`
  const recalled = sql`${[...lots]}::text[]`
  const { rows } = await sql<{ buyers: number; uncertain: number }>`
    SELECT count(*) AS buyers, count(*) FILTER (WHERE NOT is_certain) AS uncertain FROM (
      SELECT bool_or(${isOfLots(recalled)}) AS is_certain
      FROM (
        SELECT sold.id, sold.user_id FROM ${period} period JOIN customer_order sold ON ${isInRecall(sql.ref('period'))}
        UNION ALL ${openPreorders(recalled)}
      ) found JOIN order_line line ON line.order_id = found.id AND line.product_id = ${productId} AND ${mayBeOfLots(recalled)}
      GROUP BY found.user_id) buyer`.execute(db)
  return rows[0] ?? { buyers: 0, uncertain: 0 }
}

/** Informs the buyers of all open recalls, periodically, until stopped. A crash leaves no buyer without messages. */
export const watchRecalls = (context: Context): RunningJob =>
  startPeriodicJob(context, {
    name: 'recalls',
    work: async () => {
      const open = await context.db.selectFrom('recall').select('id').where('ended_at', 'is', null).execute()
      for (const { id } of open) await informBuyers(context, id)
    },
    everyMs: SEARCH_EVERY_MS,
  })

type RecallFacts = {
  names: Texts
  reasons: Texts
  lots: string
  is_certain: boolean
  is_by_lot: boolean
  sold_from: string | null
  sold_until: string | null
  operator: readonly string[]
}
type DueLetter = ClaimedMessage & RecallFacts & { email: string; language: LanguageCode }

/** The emails to buyers of a recalled product, written in their language when they are sent. */
export const recallChannel = (context: Context, { mail }: { mail: Mail }): OutboxChannel =>
  createChannel<DueLetter>(context.db, {
    kind: 'recall',
    content: {
      columns: sql`app_user.email, language.code AS language, version.names, recall.reasons, recall.lots, buyer.is_certain,
        EXISTS (SELECT FROM recalled_lot WHERE recall_id = recall.id) AS is_by_lot, recall.sold_from::text, recall.sold_until::text, ARRAY[operator.name, operator.email, operator.phone] AS operator`,
      joins: sql`JOIN recall_buyer buyer ON buyer.id = claimed.recall_buyer_id JOIN recall ON recall.id = buyer.recall_id
        JOIN product_version version ON version.product_id = recall.product_id AND version.is_current
        JOIN app_user ON app_user.id = buyer.user_id JOIN language ON language.id = app_user.language_id
        CROSS JOIN operator`,
    },
    open: due => due.map(each => () => sendLetter(mail, each, `${context.origin()}/home`)),
  })

async function sendLetter(mail: Mail, due: DueLetter, link: string): Promise<DeliveryOutcome> {
  // An erased shopper has no address any more.
  if (!due.email.includes('@')) return { kind: 'failed', reason: 'no address' }
  try {
    await sendMail(mail, { to: due.email, ...recallMail(due, { language: due.language, link }) })
    return { kind: 'delivered' }
  } catch (error) {
    return toOutcome(error)
  }
}

/** Retries only an email that certainly did not arrive: a repeated notice looks fraudulent. */
function toOutcome(error: unknown): DeliveryOutcome {
  const reason = error instanceof Error && 'reason' in error ? String(error.reason) : 'an error'
  const arrival = error instanceof Error && 'arrival' in error ? error.arrival : undefined
  if (arrival === 'not yet') return { kind: 'later', reason }
  return { kind: 'failed', reason: arrival === 'never' ? reason : `unknown: ${reason}` }
}

/** What a buyer has, or may have. */
const toBoughtText = ({ is_certain, is_by_lot }: RecallFacts) =>
  !is_by_lot ? 'orders.recall.bought' : is_certain ? 'orders.recall.boughtLot' : 'orders.recall.boughtUnknown'

type LetterOptions = { language: LanguageCode; link: string }

/** The email about a recall, for one language. */
function recallMail(facts: RecallFacts, { language, link }: LetterOptions): Omit<MailMessage, 'to'> {
  const t = createTranslate(language)
  const product = textInLanguage(facts.names, language)
  const [name = '', email = '', phone = ''] = facts.operator
  const [from, until] = [facts.sold_from, facts.sold_until].map(date => (date === null ? null : dayText(date)))
  const affected = [
    ...(facts.lots === '' ? [] : [t('orders.recall.lots', { lots: facts.lots })]),
    ...(from || until ? [t('orders.recall.days', { days: [from ?? '', until ?? ''].join('–') })] : []),
  ]
  return renderEmail({
    language,
    subject: t('orders.recall.subject', { product }),
    parts: [
      t(toBoughtText(facts), { product }),
      ...(affected.length > 0 ? [{ lines: affected }] : []),
      { heading: t('orders.recall.what') },
      { lines: textInLanguage(facts.reasons, language).split('\n') },
      t('orders.recall.advice'),
      { label: t('orders.recall.open'), link },
      { lines: [t('orders.recall.questions'), name, email, formatPhone(phone)].filter(line => line !== '') },
    ],
  })
}

/** Emails again the buyers whom no message has reached and for whom none waits: the admin accepts a few duplicates. */
export const mailBuyersAgain = (context: Context, recallId: number, author: Author) =>
  inRefusableTransaction(context.db, async trx => {
    const recall = await trx.selectFrom('recall').select('id').where('id', '=', recallId).forUpdate().executeTakeFirst()
    if (!recall) return refuse('notFound')
    const to = sql`buyer.recall_id = ${recallId} AND buyer.confirmed_at IS NULL AND NOT EXISTS (
      SELECT FROM push_notification notification JOIN outbox_message message ON message.notification_id = notification.id
      WHERE notification.reference = ANY (${recallReferences(recallId)}::text[]) AND message.recall_buyer_id = buyer.id AND message.state <> 'failed')`
    const buyers = await writeRecallMails(trx, { id: recallId, at: context.now(), to })
    if (buyers > 0) {
      const change = { before: { sent_again: null }, after: { sent_again: buyers } }
      await recordChange(trx, { kind: 'recall', id: recallId, ...change, author })
    }
    return { buyers }
  })

import type { LanguageCode } from '#contract/values.ts'
import { dayText } from '#domain/format/day-text.ts'
import { formatCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { notifyShoppers } from '#server/modules/messaging/push/notify-shoppers.ts'
import type { AfterPreorderChange } from '#server/modules/orders/admin-orders/change-status.ts'
import { notifyCancelled } from '#server/modules/preorders/booking/notify-shopper.ts'
import { freeCapacity, findEmailData } from '#server/modules/preorders/booking/queries.ts'
import { sellerName } from '#server/modules/stores/seller/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { renderEmail } from '#server/platform/email/email-template.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { createTranslate, text } from '#server/texts/text.ts'

/** `origin`: the origin of the links. */
type DeliveredOrders = { orderIds: readonly number[]; author: { at: Date }; origin: string }

/**
 * Notifies the shoppers of some pre-orders that their goods are in the store, in the transaction that marks them delivered: only
 * once for each order, whatever happens to it later, and in one email for a shopper with several. Returns how many emails were
 * written.
 */
export async function notifyDelivered(
  context: Context,
  trx: Trx,
  { orderIds, author, origin }: DeliveredOrders,
): Promise<number> {
  const orders = await markNotified(trx, orderIds, author.at)
  const money = { locale: context.config.locale, currency: context.config.currency }
  const byShopper = Map.groupBy(orders, order => `${order.user_id} ${order.event_id} ${order.store_id}`)
  for (const shopperOrders of byShopper.values()) {
    const [first] = shopperOrders
    if (!first) continue
    const { language, email, event_names, store, address, end_date, company } = first
    const mail = deliveryMail({
      event: textInLanguage(event_names, language),
      place: `${store}, ${address}`,
      until: end_date,
      orders: shopperOrders.map(({ id, total_cents }) => ({
        reference: referenceNumber(id),
        total: formatCents(total_cents, money),
        link: `${origin}/preorders/${id}`,
      })),
      seller: sellerName(company),
      language,
    })
    await context.outbox.enqueue(trx, 'mail', { to: email, ...mail })
  }
  await pushDelivered(trx, [...byShopper.values()], author)
  return byShopper.size
}

type NotifiedOrder = Awaited<ReturnType<typeof markNotified>>[number]

/** Sends one notification to a shopper with several orders, linking to the first of them. */
const pushDelivered = (trx: Trx, shoppers: readonly NotifiedOrder[][], { at }: { at: Date }) =>
  notifyShoppers(
    trx,
    shoppers.flatMap(([first]) =>
      first
        ? {
            userId: first.user_id,
            reference: `pre-order ${first.id} delivered`,
            text: language => ({
              title: text(language, 'preorders.push.delivered.title'),
              body: text(language, 'preorders.push.delivered.body', {
                event: textInLanguage(first.event_names, language),
                store: first.store,
              }),
            }),
            url: `/preorders/${first.id}`,
          }
        : [],
    ),
    { at },
  )

/** Marks the orders whose shopper was not notified yet, and returns the contents of their emails. */
async function markNotified(trx: Trx, orderIds: readonly number[], at: Date) {
  const marked = await trx
    .updateTable('customer_order')
    .set({ delivery_notified_at: at })
    .where('id', '=', anyId(orderIds))
    .where('delivery_notified_at', 'is', null)
    .returning('id')
    .execute()
  return trx
    .selectFrom('customer_order as orders')
    .innerJoin('app_user', 'app_user.id', 'orders.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .innerJoin('store', 'store.id', 'orders.store_id')
    .innerJoin('preorder_event as event', 'event.id', 'orders.preorder_event_id')
    .innerJoin('operator', join => join.onTrue())
    .select([
      'orders.id',
      'orders.user_id',
      'orders.total_cents',
      'orders.store_id',
      'event.id as event_id',
      'app_user.email',
    ])
    .select(['store.name as store', 'store.address', 'language.code as language'])
    .select(['event.names as event_names', 'event.end_date', 'operator.name as company'])
    .where('orders.id', '=', anyId(marked.map(({ id }) => id)))
    .orderBy('orders.id')
    .execute()
}

/** `until`: yyyy-mm-dd. */
type DeliveryMail = {
  event: string
  place: string
  until: string
  orders: readonly { reference: string; total: string; link: string }[]
  seller: string
  language: LanguageCode
}

/** Email that the goods are in the store. External text is escaped. */
function deliveryMail({ event, place, until, orders, seller, language }: DeliveryMail): Omit<MailMessage, 'to'> {
  const t = createTranslate(language)
  return renderEmail({
    language,
    subject: t('preorders.delivered.subject'),
    parts: [
      t('preorders.delivered.greeting'),
      {
        text: t('preorders.delivered.arrived', { event, place }),
        bold: t('preorders.delivered.until', { day: dayText(until) }),
      },
      ...orders.map(({ reference, total, link }) => ({
        intro: t('preorders.delivered.order', { reference, total }),
        label: t('preorders.delivered.show'),
        link,
      })),
      t('preorders.delivered.pay'),
      seller,
    ],
  })
}

/** Emails the shopper that an admin has cancelled the pre-order, and frees its goods for others; or that it has been delivered. */
export const afterPreorderChange: AfterPreorderChange = async (context, trx, change) => {
  const { orderId, eventId, to, origin } = change
  if (to === 'cancelled') {
    await notifyCancelled(context, trx, { letter: await findEmailData(trx, orderId), origin })
    await freeCapacity(trx, { id: orderId, eventId })
  }
  if (to === 'preorder_delivered') await notifyDelivered(context, trx, { ...change, orderIds: [orderId] })
}

import { formatCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import type { Context } from '#server/platform/context.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { deliveryMail } from './delivery-mail.ts'
import type { Transaction } from 'kysely'
import { pushTexts } from '#server/platform/texts/push-texts.ts'
import { textIn } from '#server/platform/languages/text-in.ts'
import { tellShoppers } from '#server/modules/messaging/push/tell-shoppers.ts'

/** `origin`: the origin of the links. */
type Delivered = { orderIds: readonly number[]; author: { at: Date }; origin: string }

/**
 * Notifies the shoppers of some pre-orders that their goods are in the store, in the transaction that marks them delivered: only
 * once for each order, whatever happens to it later, and in one email for a shopper with several. Returns how many emails were
 * written.
 */
export async function tellDelivered(
  context: Context,
  trx: Transaction<Database>,
  { orderIds, author, origin }: Delivered,
): Promise<number> {
  const orders = await markTold(trx, orderIds, author.at)
  const money = { locale: context.config.locale, currency: context.config.currency }
  const byShopper = Map.groupBy(orders, order => `${order.user_id} ${order.event_id} ${order.store_id}`)
  for (const own of byShopper.values()) {
    const [first] = own
    if (!first) continue
    const { language, email, event_names, store, address, end_date } = first
    const mail = deliveryMail({
      event: textIn(event_names, language),
      place: `${store}, ${address}`,
      until: end_date,
      orders: own.map(({ id, total_cents }) => ({
        reference: referenceNumber(id),
        total: formatCents(total_cents, money),
        link: `${origin}/preorders/${id}`,
      })),
      language,
    })
    await context.jobs.enqueue(trx, 'send-mail', { to: email, ...mail })
  }
  await tellDevices(trx, [...byShopper.values()], author)
  return byShopper.size
}

type Told = Awaited<ReturnType<typeof markTold>>[number]

/** Sends one notification to a shopper with several orders, linking to the first of them. */
const tellDevices = (trx: Transaction<Database>, shoppers: readonly Told[][], { at }: { at: Date }) =>
  tellShoppers(
    trx,
    shoppers.flatMap(([first]) =>
      first
        ? {
            userId: first.user_id,
            about: `pre-order ${first.id} delivered`,
            text: language => pushTexts(language).delivered(textIn(first.event_names, language), first.store),
            url: `/preorders/${first.id}`,
          }
        : [],
    ),
    { at },
  )

/** Marks the orders whose shopper was not notified yet, and returns the contents of their emails. */
async function markTold(trx: Transaction<Database>, orderIds: readonly number[], at: Date) {
  const marked = await trx
    .updateTable('customer_order')
    .set({ delivery_told_at: at })
    .where('id', '=', anyOf(orderIds))
    .where('delivery_told_at', 'is', null)
    .returning('id')
    .execute()
  return trx
    .selectFrom('customer_order as mine')
    .innerJoin('app_user', 'app_user.id', 'mine.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .innerJoin('store', 'store.id', 'mine.store_id')
    .innerJoin('preorder_event as event', 'event.id', 'mine.preorder_event_id')
    .select(['mine.id', 'mine.user_id', 'mine.total_cents', 'mine.store_id', 'event.id as event_id', 'app_user.email'])
    .select(['store.name as store', 'store.address', 'language.code as language'])
    .select(['event.names as event_names', 'event.end_date'])
    .where('mine.id', '=', anyOf(marked.map(({ id }) => id)))
    .orderBy('mine.id')
    .execute()
}

import { formatCents } from '#domain/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { pushTexts } from '#server/platform/texts/push-texts.ts'
import type { Transaction } from 'kysely'
import { tellShoppers } from '#server/modules/messaging/push/tell-shoppers.ts'
import type { Refund } from './refund-rows.ts'

type Now = Pick<Context, 'config'> & { at: Date }

/** Tells the shopper that money went back: by a terminal to their card, or by hand. */
export async function tellRefunded(trx: Transaction<Database>, refund: Refund, { config, at }: Now) {
  const order = await trx
    .selectFrom('customer_order')
    .select(['user_id', 'order_type', 'paid_at'])
    .where('id', '=', refund.orderId)
    .executeTakeFirstOrThrow()
  const { locale, currency } = config
  const amount = formatCents(refund.asked.amountCents, { locale, currency })
  const page = order.order_type === 'preorder' ? `/preorders/${refund.orderId}` : `/purchases/${refund.orderId}`
  await tellShoppers(
    trx,
    [
      {
        userId: order.user_id,
        about: `refund ${refund.id} done`,
        text: language => pushTexts(language)[refund.isOfTerminal ? 'refunded' : 'refundedByHand'](amount),
        // What was never a purchase has no page.
        url: order.paid_at === null ? '/home' : page,
      },
    ],
    { at },
  )
}

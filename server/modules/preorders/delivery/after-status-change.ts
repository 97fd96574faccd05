import type { AfterPreorderChange } from '#server/modules/orders/admin-orders/change-status.ts'
import { freeCapacity } from '#server/modules/preorders/booking/capacity.ts'
import { findLetterFacts } from '#server/modules/preorders/booking/queries.ts'
import { tellCancelled } from '#server/modules/preorders/booking/tell-shopper.ts'
import { tellDelivered } from './tell-delivered.ts'

/** Emails the shopper that an admin has cancelled the pre-order, and frees its goods for others; or that it has been delivered. */
export const afterPreorderChange: AfterPreorderChange = async (context, trx, change) => {
  const { orderId, eventId, to, origin } = change
  if (to === 'cancelled') {
    await tellCancelled(context, trx, { letter: await findLetterFacts(trx, orderId), origin })
    await freeCapacity(trx, { id: orderId, eventId })
  }
  if (to === 'preorder_delivered') await tellDelivered(context, trx, { ...change, orderIds: [orderId] })
}

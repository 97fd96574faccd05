import type { AfterPreorderChange } from '#server/modules/orders/admin-orders/change-status.ts'
import { freeCapacity } from '#server/modules/preorders/booking/capacity.ts'
import { notifyCancelled } from '#server/modules/preorders/booking/notify-shopper.ts'
import { findEmailData } from '#server/modules/preorders/booking/queries.ts'
import { notifyDelivered } from './notify-delivered.ts'

/** Emails the shopper that an admin has cancelled the pre-order, and frees its goods for others; or that it has been delivered. */
export const afterPreorderChange: AfterPreorderChange = async (context, trx, change) => {
  const { orderId, eventId, to, origin } = change
  if (to === 'cancelled') {
    await notifyCancelled(context, trx, { letter: await findEmailData(trx, orderId), origin })
    await freeCapacity(trx, { id: orderId, eventId })
  }
  if (to === 'preorder_delivered') await notifyDelivered(context, trx, { ...change, orderIds: [orderId] })
}

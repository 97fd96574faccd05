import { contract } from '#contract/index.ts'
import type { Mail } from '#server/adapters/email/email.ts'
import type { PaymentWorker } from '#server/modules/payments/order-payments/payment-worker.ts'
import type { RefundWorker } from '#server/modules/payments/refunds/refund-worker.ts'
import type { Module } from '#server/platform/module.ts'
import { storeFinder } from '#server/platform/rights/store-finder.ts'
import type { AfterPreorderChange } from './admin-orders/change-status.ts'
import { exportOrders } from './admin-orders/list-orders.ts'
import { adminOrderRoutes } from './admin-orders/routes.ts'
import { approvalRoutes } from './age-approvals/routes.ts'
import { cancelStaleCheckouts } from './checkout/cancel-stale-checkouts.ts'
import type { PlacePreorder } from './checkout/place-order.ts'
import { orderRoutes } from './checkout/routes.ts'
import { ORDERS_PERSONAL_DATA } from './personal-data.ts'
import { watchRecalls, recallChannel } from './recalls/inform-buyers.ts'
import { adminRecallRoutes, recallRoutes } from './recalls/routes.ts'
import { RECEIPTS_SETTLEMENT } from './receipts/create-receipts.ts'
import { receiptChannel } from './receipts/mail-receipts.ts'
import { purchaseRoutes } from './receipts/routes.ts'
import { abandonedCheckouts, unpaidOrders } from './retention.ts'
import { visitRoutes } from './visits/routes.ts'
import { exportVisits } from './visits/visit-log.ts'

export const orders = {
  routes({ mount, context, services }) {
    mount(contract.orders, orderRoutes(context, services))
    mount(contract.approvals, approvalRoutes(context))
    mount(contract.purchases, purchaseRoutes(context))
    mount(contract.adminOrders, adminOrderRoutes(context, services))
    mount(contract.recalls, recallRoutes(context))
    mount(contract.visits, visitRoutes(context))
    mount(contract.adminRecalls, adminRecallRoutes(context, services.refunds))
  },
  channels: [receiptChannel, recallChannel],
  jobs: [watchRecalls],
  retention: [abandonedCheckouts, unpaidOrders],
  settlement: RECEIPTS_SETTLEMENT,
  storesOfRecords: { order: storeFinder('customer_order', 'id'), visit: storeFinder('visit', 'id') },
  repairs: [cancelStaleCheckouts],
  exports: context => ({ orders: exportOrders(context), visits: exportVisits(context) }),
  personalData: ORDERS_PERSONAL_DATA,
} satisfies Module<{
  payments: PaymentWorker
  refunds: RefundWorker
  placePreorder: PlacePreorder
  afterPreorderChange: AfterPreorderChange
  mail: Mail
}>

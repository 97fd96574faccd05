import { contract } from '#contract/index.ts'
import type { PaymentWorker } from '#server/modules/payments/order-payments/payment-worker.ts'
import { watchRecalledPreorders } from '#server/modules/preorders/booking/remove-recalled-goods.ts'
import type { Module } from '#server/platform/module.ts'
import { adminPreorderEventRoutes } from './admin-preorder-events/routes.ts'
import { exportPreorders } from './admin-preorders/list-preorders.ts'
import { adminPreorderRoutes } from './admin-preorders/routes.ts'
import { preorderRoutes } from './booking/routes.ts'
import { PREORDERS_PERSONAL_DATA } from './personal-data.ts'
import { preorderEventRoutes } from './preorder-events/routes.ts'
import { supplierOrderRoutes } from './supplier-orders/routes.ts'

export const preorders = {
  routes({ mount, context, services }) {
    mount(contract.preorderEvents, preorderEventRoutes(context))
    mount(contract.preorders, preorderRoutes(context, services.payments))
    mount(contract.adminPreorderEvents, adminPreorderEventRoutes(context))
    mount(contract.adminPreorders, adminPreorderRoutes(context))
    mount(contract.supplierOrders, supplierOrderRoutes(context))
  },
  jobs: [watchRecalledPreorders],
  exports: context => ({ preorders: exportPreorders(context) }),
  personalData: PREORDERS_PERSONAL_DATA,
} satisfies Module<{ payments: PaymentWorker }>

import { afterPreorderChange } from './modules/preorders/delivery/after-status-change.ts'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import type { Context } from './platform/context.ts'
import type { Workers } from './workers.ts'
import { chooseGeocoder } from './adapters/choice/choose-geocoder.ts'
import { adminHomeRoutes } from './modules/administration/dashboard/routes.ts'
import { adminOrderRoutes } from './modules/orders/admin-orders/routes.ts'
import { adminPreorderRoutes } from './modules/preorders/admin-preorders/routes.ts'
import { adminPreorderEventRoutes } from './modules/preorders/admin-preorder-events/routes.ts'
import { adminProductRoutes } from './modules/catalogue/admin-products/routes.ts'
import { adminStoreRoutes } from './modules/stores/admin-stores/routes.ts'
import { adminUserRoutes } from './modules/accounts/admin-users/routes.ts'
import { auditRoutes } from './modules/administration/audit-log/routes.ts'
import { bulkChangeRoutes } from './modules/catalogue/bulk-changes/routes.ts'
import { closingRoutes } from './modules/payments/closings/routes.ts'
import { doorLockRoutes } from './modules/stores/doors/routes.ts'
import { listExportRoutes } from './modules/administration/list-exports/routes.ts'
import { messageRoutes } from './modules/messaging/messages/routes.ts'
import { passkeyRoutes } from './modules/accounts/passkeys/routes.ts'
import { productImageRoutes } from './modules/catalogue/product-images/routes.ts'
import { productImportRoutes } from './modules/catalogue/product-imports/routes.ts'
import { refundRoutes } from './modules/payments/refunds/routes.ts'
import { noticeRoutes } from './modules/administration/settings/notice-routes.ts'
import { settingRoutes } from './modules/administration/settings/routes.ts'
import { vatRateRoutes } from './modules/catalogue/vat-rates/routes.ts'
import { shelfLabelRoutes } from './modules/catalogue/shelf-labels/routes.ts'
import { stockRoutes } from './modules/stock/store-stock/routes.ts'
import { stockTakeRoutes } from './modules/stock/stock-takes/routes.ts'
import { storeSetupRoutes } from './modules/stores/geocoding/routes.ts'
import { supplierOrderRoutes } from './modules/preorders/supplier-orders/routes.ts'
import { supplierRoutes } from './modules/catalogue/suppliers/routes.ts'
import { terminalRoutes } from './modules/payments/terminals/routes.ts'
import { unknownCodeRoutes } from './modules/catalogue/unknown-codes/routes.ts'
import { unresolvedPaymentRoutes } from './modules/payments/unresolved-payments/routes.ts'
import { viewRoutes } from './modules/administration/saved-views/routes.ts'
import { visitRoutes } from './modules/stores/visits/routes.ts'
import { mountAt } from './platform/http/mount.ts'

/** Mounts the endpoints for admins. */
export function mountBackOffice(http: FastifyInstance, context: Context, workers: Workers): void {
  const mount = mountAt(http, context)
  mount(contract.terminals, terminalRoutes(context))
  mount(contract.refunds, refundRoutes(context, workers.refunds))
  mount(contract.unresolvedPayments, unresolvedPaymentRoutes(context))
  mount(contract.adminOrders, adminOrderRoutes(context, { afterPreorderChange }))
  mount(contract.unknownCodes, unknownCodeRoutes(context))
  mount(contract.passkeys, passkeyRoutes(context))
  mount(contract.adminUsers, adminUserRoutes(context))
  mount(contract.audit, auditRoutes(context))
  mount(contract.suppliers, supplierRoutes(context))
  mount(contract.adminProducts, adminProductRoutes(context))
  mount(contract.productImages, productImageRoutes(context))
  mount(contract.stock, stockRoutes(context))
  mount(contract.stockTakes, stockTakeRoutes(context))
  mount(contract.productImports, productImportRoutes(context))
  mount(contract.shelfLabels, shelfLabelRoutes(context))
  mount(contract.bulkChanges, bulkChangeRoutes(context))
  mount(contract.listExports, listExportRoutes(context))
  mount(contract.settings, settingRoutes(context))
  mount(contract.notices, noticeRoutes(context))
  mount(contract.vatRates, vatRateRoutes(context))
  mount(contract.views, viewRoutes(context))
  mount(contract.adminStores, adminStoreRoutes(context))
  mount(contract.storeSetup, storeSetupRoutes(context, chooseGeocoder(context.config)))
  mount(contract.adminPreorderEvents, adminPreorderEventRoutes(context))
  mount(contract.adminHome, adminHomeRoutes(context))
  mount(contract.closings, closingRoutes(context))
  mount(contract.adminPreorders, adminPreorderRoutes(context))
  mount(contract.supplierOrders, supplierOrderRoutes(context))
  mount(contract.messages, messageRoutes(context))
  mount(contract.doorLocks, doorLockRoutes(context, workers.doors))
  mount(contract.visits, visitRoutes(context))
}

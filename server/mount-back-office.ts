import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import type { Context } from './context.ts'
import type { Desks } from './desks.ts'
import { chooseGeocoder } from './choose-geocoder.ts'
import { adminHomeRoutes } from './features/admin-home/routes.ts'
import { adminOrderRoutes } from './features/admin-orders/routes.ts'
import { adminPreorderRoutes } from './features/admin-preorders/routes.ts'
import { adminPreorderEventRoutes } from './features/admin-preorder-events/routes.ts'
import { adminProductRoutes } from './features/admin-products/routes.ts'
import { adminStoreRoutes } from './features/admin-stores/routes.ts'
import { adminUserRoutes } from './features/admin-users/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { bulkChangeRoutes } from './features/bulk-changes/routes.ts'
import { closingRoutes } from './features/closings/routes.ts'
import { doorLockRoutes } from './features/doors/routes.ts'
import { listExportRoutes } from './features/list-exports/routes.ts'
import { messageRoutes } from './features/messages/routes.ts'
import { passkeyRoutes } from './features/passkeys/routes.ts'
import { productImageRoutes } from './features/product-images/routes.ts'
import { productImportRoutes } from './features/product-imports/routes.ts'
import { refundRoutes } from './features/refunds/routes.ts'
import { noticeRoutes } from './features/settings/notice-routes.ts'
import { settingRoutes } from './features/settings/routes.ts'
import { vatRateRoutes } from './features/vat-rates/routes.ts'
import { shelfLabelRoutes } from './features/shelf-labels/routes.ts'
import { stockRoutes } from './features/stock/routes.ts'
import { stockTakeRoutes } from './features/stock-takes/routes.ts'
import { storeSetupRoutes } from './features/store-setup/routes.ts'
import { supplierOrderRoutes } from './features/supplier-orders/routes.ts'
import { supplierRoutes } from './features/suppliers/routes.ts'
import { terminalRoutes } from './features/terminals/routes.ts'
import { unknownCodeRoutes } from './features/unknown-codes/routes.ts'
import { unresolvedPaymentRoutes } from './features/unresolved-payments/routes.ts'
import { viewRoutes } from './features/views/routes.ts'
import { visitRoutes } from './features/visits/routes.ts'
import { mountAt } from './http/mount.ts'

/** What admins call. */
export function mountBackOffice(http: FastifyInstance, context: Context, desks: Desks): void {
  const mount = mountAt(http, context)
  mount(contract.terminals, terminalRoutes(context))
  mount(contract.refunds, refundRoutes(context, desks.refunds))
  mount(contract.unresolvedPayments, unresolvedPaymentRoutes(context))
  mount(contract.adminOrders, adminOrderRoutes(context))
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
  mount(contract.doorLocks, doorLockRoutes(context, desks.doors))
  mount(contract.visits, visitRoutes(context))
}

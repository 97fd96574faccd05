import { adminUsers } from '#contract/accounts/admin-users.ts'
import { passkeys } from '#contract/accounts/passkeys.ts'
import { people } from '#contract/accounts/people.ts'
import { audit } from '#contract/administration/audit-log.ts'
import { adminHome } from '#contract/administration/dashboard.ts'
import { reports } from '#contract/administration/reports.ts'
import { settings } from '#contract/administration/settings.ts'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { productGrid } from '#contract/catalogue/product-grid.ts'
import { productGroups } from '#contract/catalogue/product-groups.ts'
import { productImages } from '#contract/catalogue/product-images.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { messages } from '#contract/messaging/messages.ts'
import { duties } from '#contract/operations/duty.ts'
import { letters } from '#contract/operations/letters.ts'
import { adminOrders } from '#contract/orders/admin-orders.ts'
import { adminRecalls } from '#contract/orders/admin-recalls.ts'
import { approvals } from '#contract/orders/approvals.ts'
import { visits } from '#contract/orders/visits.ts'
import { closings } from '#contract/payments/closings.ts'
import { payouts } from '#contract/payments/payouts.ts'
import { adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { stock } from '#contract/stock/stock.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { ADMIN_PATHS, type AdminPath, isAt, PATHS } from '#web/kit/paths.ts'
import { type GuardedEndpoint, useMay } from '#web/kit/session/use-may.ts'

/** The call that each page of the back office is for: who may make it may open the page. */
const PAGE_CALLS: Record<AdminPath, GuardedEndpoint> = {
  [PATHS.preorders]: adminPreorders.pickList,
  [PATHS.preorderEvents]: adminPreorderEvents.list,
  [PATHS.preorderEventCreate]: adminPreorderEvents.create,
  [PATHS.preorderEvent]: adminPreorderEvents.get,
  [PATHS.products]: adminProducts.list,
  [PATHS.productCreate]: adminProducts.create,
  [PATHS.productGrid]: productGrid.rows,
  [PATHS.productPhotos]: productImages.matchFiles,
  [PATHS.productInsight]: reports.product,
  [PATHS.product]: adminProducts.get,
  // Products are filtered by the list too.
  [PATHS.productGroups]: productGroups.get,
  [PATHS.productGroupCreate]: productGroups.create,
  [PATHS.productGroup]: productGroups.get,
  [PATHS.stores]: adminStores.list,
  [PATHS.storeCreate]: adminStores.create,
  [PATHS.storeHours]: adminStores.shareHours,
  [PATHS.store]: adminStores.get,
  [PATHS.suppliers]: suppliers.get,
  [PATHS.supplierCreate]: suppliers.create,
  [PATHS.supplier]: suppliers.get,
  [PATHS.users]: adminUsers.list,
  [PATHS.user]: adminUsers.get,
  [PATHS.people]: people.list,
  [PATHS.orders]: adminOrders.list,
  [PATHS.order]: adminOrders.get,
  [PATHS.stock]: stock.list,
  [PATHS.approvals]: approvals.list,
  [PATHS.duty]: duties.alerts,
  [PATHS.storeDuty]: duties.get,
  [PATHS.letters]: letters.get,
  [PATHS.messages]: messages.list,
  [PATHS.messageCreate]: messages.send,
  [PATHS.visitorsLog]: visits.list,
  [PATHS.visit]: visits.get,
  [PATHS.settings]: settings.operator,
  [PATHS.settingsSection]: settings.operator,
  [PATHS.setup]: adminHome.checklist,
  [PATHS.audit]: audit.list,
  [PATHS.closings]: closings.list,
  [PATHS.payouts]: payouts.list,
  [PATHS.payout]: payouts.get,
  [PATHS.campaigns]: reports.campaigns,
  [PATHS.reports]: reports.get,
  [PATHS.recalls]: adminRecalls.list,
  [PATHS.recall]: adminRecalls.get,
  [PATHS.passkeys]: passkeys.list,
  // It reads nothing that needs a right.
  [PATHS.guide]: adminStores.choices,
  [PATHS.guidePage]: adminStores.choices,
}

/** Whether the signed-in user may open the page at an address of the app, with or without a query. */
export function useMayOpen(): (address: string) => boolean {
  const may = useMay()
  return address => {
    const [pathname = ''] = address.split(/[?#]/)
    const path = ADMIN_PATHS.find(each => each === pathname || isAt(each, pathname))
    return path === undefined || may(PAGE_CALLS[path])
  }
}

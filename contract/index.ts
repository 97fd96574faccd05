import { adminUsers } from './accounts/admin-users.ts'
import { invitations } from './accounts/invitations.ts'
import { passkeys } from './accounts/passkeys.ts'
import { people } from './accounts/people.ts'
import { phoneVerification } from './accounts/phone-verification.ts'
import { privacy } from './accounts/privacy.ts'
import { sessions } from './accounts/sessions.ts'
import { signIn } from './accounts/sign-in.ts'
import { users } from './accounts/users.ts'
import { audit } from './administration/audit-log.ts'
import { operator } from './administration/company.ts'
/** All endpoints of the API. Paths are under /api; every call accepts the query parameter `lang`. */
import { adminHome } from './administration/dashboard.ts'
import { notices } from './administration/legal-notices.ts'
import { listExports } from './administration/list-exports.ts'
import { reports } from './administration/reports.ts'
import { views } from './administration/saved-views.ts'
import { settings } from './administration/settings.ts'
import { adminProducts } from './catalogue/admin-products.ts'
import { bulkChanges } from './catalogue/bulk-changes.ts'
import { foodInformation } from './catalogue/food-information.ts'
import { pricePlans } from './catalogue/price-plans.ts'
import { productGrid } from './catalogue/product-grid.ts'
import { productGroups } from './catalogue/product-groups.ts'
import { productImages } from './catalogue/product-images.ts'
import { productImports } from './catalogue/product-imports.ts'
import { productOffers } from './catalogue/product-offers.ts'
import { products } from './catalogue/products.ts'
import { purchasePrices } from './catalogue/purchase-prices.ts'
import { shelfLabels } from './catalogue/shelf-labels.ts'
import { suppliers } from './catalogue/suppliers.ts'
import { unknownCodes } from './catalogue/unknown-codes.ts'
import { vatRates } from './catalogue/vat-rates.ts'
import { languages } from './languages.ts'
import { messages } from './messaging/messages.ts'
import { subscriptions } from './messaging/push-devices.ts'
import { changes } from './operations/changes.ts'
import { doctor } from './operations/doctor.ts'
import { duties } from './operations/duty.ts'
import { help } from './operations/help.ts'
import { letters } from './operations/letters.ts'
import { webVitals } from './operations/web-vitals.ts'
import { adminOrders } from './orders/admin-orders.ts'
import { adminRecalls } from './orders/admin-recalls.ts'
import { approvals } from './orders/approvals.ts'
import { orders } from './orders/orders.ts'
import { recalls } from './orders/recalls.ts'
import { purchases } from './orders/receipts.ts'
import { visits } from './orders/visits.ts'
import { closings } from './payments/closings.ts'
import { payouts } from './payments/payouts.ts'
import { refunds } from './payments/refunds.ts'
import { terminals } from './payments/terminals.ts'
import { unresolvedPayments } from './payments/unresolved-payments.ts'
import { waysToPay } from './payments/ways-to-pay.ts'
import { adminPreorderEvents } from './preorders/admin-preorder-events.ts'
import { adminPreorders } from './preorders/admin-preorders.ts'
import { preorderEvents } from './preorders/preorder-events.ts'
import { preorders } from './preorders/preorders.ts'
import { supplierOrders } from './preorders/supplier-orders.ts'
import { markdownRules } from './stock/markdown-rules.ts'
import { purchaseOrders } from './stock/purchase-orders.ts'
import { reducedLots, savings } from './stock/reduced-lots.ts'
import { stockTakes } from './stock/stock-takes.ts'
import { stock } from './stock/stock.ts'
import { adminStores } from './stores/admin-stores.ts'
import { doorCodes, doorLocks } from './stores/doors.ts'
import { storeSetup } from './stores/geocoding.ts'
import { presence } from './stores/presence.ts'
import { shopping } from './stores/shopping.ts'
import { stores } from './stores/stores.ts'

export const contract = {
  signIn,
  sessions,
  phoneVerification,
  users,
  languages,
  operator,
  stores,
  terminals,
  waysToPay,
  products,
  approvals,
  orders,
  purchases,
  refunds,
  unresolvedPayments,
  adminOrders,
  recalls,
  adminRecalls,
  webVitals,
  doctor,
  duties,
  help,
  letters,
  changes,
  unknownCodes,
  passkeys,
  adminUsers,
  people,
  invitations,
  audit,
  suppliers,
  productGroups,
  adminProducts,
  pricePlans,
  productImages,
  foodInformation,
  productOffers,
  stock,
  markdownRules,
  reducedLots,
  savings,
  stockTakes,
  purchaseOrders,
  purchasePrices,
  productImports,
  shelfLabels,
  bulkChanges,
  productGrid,
  listExports,
  settings,
  notices,
  vatRates,
  views,
  adminStores,
  storeSetup,
  adminPreorderEvents,
  adminHome,
  reports,
  closings,
  payouts,
  adminPreorders,
  supplierOrders,
  messages,
  preorderEvents,
  preorders,
  privacy,
  subscriptions,
  doorCodes,
  doorLocks,
  presence,
  shopping,
  visits,
}

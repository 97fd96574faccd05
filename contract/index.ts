/** The table of contents of the API. Paths lie under /api; every call takes the query parameter `lang`. */
import { adminHome } from './admin-home.ts'
import { adminOrders } from './admin-orders.ts'
import { adminPreorders } from './admin-preorders.ts'
import { adminPreorderEvents } from './admin-preorder-events.ts'
import { adminProducts } from './admin-products.ts'
import { adminStores } from './admin-stores.ts'
import { adminUsers } from './admin-users.ts'
import { audit } from './audit.ts'
import { bulkChanges } from './bulk-changes.ts'
import { closings } from './closings.ts'
import { doorCodes, doorLocks } from './doors.ts'
import { languages } from './languages.ts'
import { listExports } from './list-exports.ts'
import { notices } from './notices.ts'
import { messages } from './messages.ts'
import { operator } from './operator.ts'
import { orders } from './orders.ts'
import { passkeys } from './passkeys.ts'
import { phoneVerification } from './phone-verification.ts'
import { preorderEvents } from './preorder-events.ts'
import { preorders } from './preorders.ts'
import { privacy } from './privacy.ts'
import { productImages } from './product-images.ts'
import { productImports } from './product-imports.ts'
import { products } from './products.ts'
import { purchases } from './purchases.ts'
import { refunds } from './refunds.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { shelfLabels } from './shelf-labels.ts'
import { signIn } from './sign-in.ts'
import { stock } from './stock.ts'
import { stockTakes } from './stock-takes.ts'
import { storeSetup } from './store-setup.ts'
import { stores } from './stores.ts'
import { subscriptions } from './subscriptions.ts'
import { supplierOrders } from './supplier-orders.ts'
import { suppliers } from './suppliers.ts'
import { terminals } from './terminals.ts'
import { unknownCodes } from './unknown-codes.ts'
import { unresolvedPayments } from './unresolved-payments.ts'
import { users } from './users.ts'
import { vatRates } from './vat-rates.ts'
import { views } from './views.ts'
import { visits } from './visits.ts'
import { webVitals } from './web-vitals.ts'

export const contract = {
  signIn,
  sessions,
  phoneVerification,
  users,
  languages,
  operator,
  stores,
  terminals,
  products,
  orders,
  purchases,
  refunds,
  unresolvedPayments,
  adminOrders,
  webVitals,
  unknownCodes,
  passkeys,
  adminUsers,
  audit,
  suppliers,
  adminProducts,
  productImages,
  stock,
  stockTakes,
  productImports,
  shelfLabels,
  bulkChanges,
  listExports,
  settings,
  notices,
  vatRates,
  views,
  adminStores,
  storeSetup,
  adminPreorderEvents,
  adminHome,
  closings,
  adminPreorders,
  supplierOrders,
  messages,
  preorderEvents,
  preorders,
  privacy,
  subscriptions,
  doorCodes,
  doorLocks,
  visits,
}

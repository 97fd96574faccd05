import type { ComponentType } from 'react'
import { adminPart } from '#web/kit/app-update/admin-part.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { type AdminPath, PATHS } from '#web/kit/paths.ts'
import { PageFailure } from '#web/kit/shell/page-failure.tsx'

type LazyPage = ReturnType<typeof adminPart<object>>

const shopPage = (load: () => Promise<ComponentType>) => lazyPart(load, PageFailure)

/** The lazily loaded pages, by address. */
export const PAGES = {
  [PATHS.basket]: shopPage(async () => (await import('#web/shop/orders/basket/basket-page.tsx')).BasketPage),
  [PATHS.preorderBasket]: shopPage(
    async () => (await import('#web/shop/preorders/preorders/preorder-basket-page.tsx')).PreorderBasketPage,
  ),
  [PATHS.preorder]: shopPage(
    async () => (await import('#web/shop/preorders/preorders/preorder-page.tsx')).PreorderPage,
  ),
  [PATHS.completed]: shopPage(async () => (await import('#web/shop/orders/checkout/completed-page.tsx')).CompletedPage),
  [PATHS.purchases]: shopPage(
    async () => (await import('#web/shop/orders/receipts/purchase-list-page.tsx')).PurchaseListPage,
  ),
  [PATHS.purchase]: shopPage(async () => (await import('#web/shop/orders/receipts/purchase-page.tsx')).PurchasePage),
  [PATHS.loginLink]: shopPage(
    async () => (await import('#web/shop/accounts/sign-in/login-link-page.tsx')).LoginLinkPage,
  ),
  [PATHS.phoneBlocked]: shopPage(
    async () => (await import('#web/shop/accounts/account/blocked-pages.tsx')).PhoneBlockedPage,
  ),
  [PATHS.userDisabled]: shopPage(
    async () => (await import('#web/shop/accounts/account/blocked-pages.tsx')).UserDisabledPage,
  ),
  [PATHS.sessions]: shopPage(async () => (await import('#web/shop/accounts/sessions/sessions-page.tsx')).SessionsPage),
  [PATHS.removal]: shopPage(async () => (await import('#web/shop/accounts/privacy/removal-page.tsx')).RemovalPage),
  [PATHS.privacy]: shopPage(async () => (await import('#web/shop/accounts/privacy/privacy-page.tsx')).PrivacyPage),
  [PATHS.accessibility]: shopPage(
    async () => (await import('#web/shop/accounts/account/accessibility-page.tsx')).AccessibilityPage,
  ),
  [PATHS.samsungPermission]: shopPage(
    async () => (await import('#web/scanning/camera-check-page.tsx')).CameraCheckPage,
  ),
}

const SETTINGS = adminPart(
  async () => (await import('#web/back-office/administration/settings/settings-page.tsx')).SettingsPage,
  PageFailure,
)

const RECALLS = adminPart(
  async () => (await import('#web/back-office/orders/recalls/recalls-page.tsx')).RecallsPage,
  PageFailure,
)

const GUIDE = adminPart(
  async () => (await import('#web/back-office/administration/guide/guide-page.tsx')).GuidePage,
  PageFailure,
)

/** The pages of the back office, by address; each is an adminPart. */
export const ADMIN_PAGES: Record<AdminPath, LazyPage> = {
  [PATHS.stock]: adminPart(
    async () => (await import('#web/back-office/stock/store-stock/stock-page.tsx')).StockPage,
    PageFailure,
  ),
  [PATHS.products]: adminPart(
    async () =>
      (await import('#web/back-office/catalogue/admin-products/admin-product-list-page.tsx')).AdminProductListPage,
    PageFailure,
  ),
  [PATHS.productCreate]: adminPart(
    async () =>
      (await import('#web/back-office/catalogue/admin-products/admin-product-create-page.tsx')).AdminProductCreatePage,
    PageFailure,
  ),
  [PATHS.product]: adminPart(
    async () => (await import('#web/back-office/catalogue/admin-products/admin-product-page.tsx')).AdminProductPage,
    PageFailure,
  ),
  [PATHS.productGroups]: adminPart(
    async () => (await import('#web/back-office/catalogue/product-groups/group-list-page.tsx')).GroupListPage,
    PageFailure,
  ),
  [PATHS.productGroupCreate]: adminPart(
    async () => (await import('#web/back-office/catalogue/product-groups/group-page.tsx')).GroupCreatePage,
    PageFailure,
  ),
  [PATHS.productGroup]: adminPart(
    async () => (await import('#web/back-office/catalogue/product-groups/group-page.tsx')).GroupPage,
    PageFailure,
  ),
  [PATHS.suppliers]: adminPart(
    async () => (await import('#web/back-office/catalogue/suppliers/supplier-list-page.tsx')).SupplierListPage,
    PageFailure,
  ),
  [PATHS.supplierCreate]: adminPart(
    async () => (await import('#web/back-office/catalogue/suppliers/supplier-page.tsx')).SupplierCreatePage,
    PageFailure,
  ),
  [PATHS.supplier]: adminPart(
    async () => (await import('#web/back-office/catalogue/suppliers/supplier-page.tsx')).SupplierPage,
    PageFailure,
  ),
  [PATHS.stores]: adminPart(
    async () => (await import('#web/back-office/stores/admin-stores/store-list-page.tsx')).StoreListPage,
    PageFailure,
  ),
  [PATHS.storeCreate]: adminPart(
    async () => (await import('#web/back-office/stores/admin-stores/store-page.tsx')).StoreCreatePage,
    PageFailure,
  ),
  [PATHS.store]: adminPart(
    async () => (await import('#web/back-office/stores/admin-stores/store-page.tsx')).StorePage,
    PageFailure,
  ),
  [PATHS.preorderEvents]: adminPart(
    async () => (await import('#web/back-office/preorders/admin-preorder-events/event-list-page.tsx')).EventListPage,
    PageFailure,
  ),
  [PATHS.preorderEventCreate]: adminPart(
    async () => (await import('#web/back-office/preorders/admin-preorder-events/event-page.tsx')).EventCreatePage,
    PageFailure,
  ),
  [PATHS.preorderEvent]: adminPart(
    async () => (await import('#web/back-office/preorders/admin-preorder-events/event-page.tsx')).EventPage,
    PageFailure,
  ),
  [PATHS.closings]: adminPart(
    async () => (await import('#web/back-office/payments/closings/closings-page.tsx')).ClosingsPage,
    PageFailure,
  ),
  [PATHS.recalls]: RECALLS,
  [PATHS.recall]: RECALLS,
  [PATHS.reports]: adminPart(
    async () => (await import('#web/back-office/administration/reports/reports-page.tsx')).ReportsPage,
    PageFailure,
  ),
  [PATHS.orders]: adminPart(
    async () => (await import('#web/back-office/orders/admin-orders/order-list-page.tsx')).OrderListPage,
    PageFailure,
  ),
  [PATHS.order]: adminPart(
    async () => (await import('#web/back-office/orders/admin-orders/order-page.tsx')).OrderPage,
    PageFailure,
  ),
  [PATHS.preorders]: adminPart(
    async () => (await import('#web/back-office/preorders/admin-preorders/preorders-page.tsx')).PreordersPage,
    PageFailure,
  ),
  [PATHS.messages]: adminPart(
    async () => (await import('#web/back-office/messaging/messages/message-list-page.tsx')).MessageListPage,
    PageFailure,
  ),
  [PATHS.messageCreate]: adminPart(
    async () => (await import('#web/back-office/messaging/messages/message-create-page.tsx')).MessageCreatePage,
    PageFailure,
  ),
  [PATHS.users]: adminPart(
    async () => (await import('#web/back-office/accounts/admin-users/user-list-page.tsx')).UserListPage,
    PageFailure,
  ),
  [PATHS.user]: adminPart(
    async () => (await import('#web/back-office/accounts/admin-users/user-page.tsx')).UserPage,
    PageFailure,
  ),
  [PATHS.visitorsLog]: adminPart(
    async () => (await import('#web/back-office/stores/visits/visits-page.tsx')).VisitsPage,
    PageFailure,
  ),
  [PATHS.setup]: adminPart(
    async () => (await import('#web/back-office/administration/setup/setup-page.tsx')).SetupPage,
    PageFailure,
  ),
  [PATHS.settings]: SETTINGS,
  [PATHS.settingsSection]: SETTINGS,
  [PATHS.passkeys]: adminPart(
    async () => (await import('#web/back-office/accounts/passkeys/passkeys-page.tsx')).PasskeysPage,
    PageFailure,
  ),
  [PATHS.guide]: GUIDE,
  [PATHS.guidePage]: GUIDE,
  [PATHS.audit]: adminPart(
    async () => (await import('#web/back-office/administration/audit/audit-page.tsx')).AuditPage,
    PageFailure,
  ),
}

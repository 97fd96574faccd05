import type { ComponentType } from 'react'
import { type AdminPath, PATHS } from '#web/kit/paths.ts'

// A record and a new one have one file.
const importGroup = () => import('#web/back-office/catalogue/product-groups/group-page.tsx')
const importSupplier = () => import('#web/back-office/catalogue/suppliers/supplier-page.tsx')
const importStore = () => import('#web/back-office/stores/admin-stores/store-page.tsx')
const importEvent = () => import('#web/back-office/preorders/admin-preorder-events/event-page.tsx')

/** Loads each page of the back office, by address. Only their users fetch this list. */
export const OFFICE_PAGES = {
  [PATHS.stock]: async () => (await import('#web/back-office/stock/store-stock/stock-page.tsx')).StockPage,
  [PATHS.products]: async () =>
    (await import('#web/back-office/catalogue/admin-products/admin-product-list-page.tsx')).AdminProductListPage,
  [PATHS.productCreate]: async () =>
    (await import('#web/back-office/catalogue/admin-products/admin-product-create-page.tsx')).AdminProductCreatePage,
  [PATHS.productGrid]: async () =>
    (await import('#web/back-office/catalogue/product-grid/product-grid-page.tsx')).ProductGridPage,
  [PATHS.productPhotos]: async () =>
    (await import('#web/back-office/catalogue/product-photos/product-photos-page.tsx')).ProductPhotosPage,
  [PATHS.productInsight]: async () =>
    (await import('#web/back-office/orders/product-insight/product-insight-page.tsx')).ProductInsightPage,
  [PATHS.product]: async () =>
    (await import('#web/back-office/catalogue/admin-products/admin-product-page.tsx')).AdminProductPage,
  [PATHS.productGroups]: async () =>
    (await import('#web/back-office/catalogue/product-groups/group-list-page.tsx')).GroupListPage,
  [PATHS.productGroupCreate]: async () => (await importGroup()).GroupCreatePage,
  [PATHS.productGroup]: async () => (await importGroup()).GroupPage,
  [PATHS.suppliers]: async () =>
    (await import('#web/back-office/catalogue/suppliers/supplier-list-page.tsx')).SupplierListPage,
  [PATHS.supplierCreate]: async () => (await importSupplier()).SupplierCreatePage,
  [PATHS.supplier]: async () => (await importSupplier()).SupplierPage,
  [PATHS.stores]: async () => (await import('#web/back-office/stores/admin-stores/store-list-page.tsx')).StoreListPage,
  [PATHS.storeHours]: async () =>
    (await import('#web/back-office/stores/admin-stores/shared-hours-page.tsx')).SharedHoursPage,
  [PATHS.storeCreate]: async () => (await importStore()).StoreCreatePage,
  [PATHS.store]: async () => (await importStore()).StorePage,
  [PATHS.preorderEvents]: async () =>
    (await import('#web/back-office/preorders/admin-preorder-events/event-list-page.tsx')).EventListPage,
  [PATHS.preorderEventCreate]: async () => (await importEvent()).EventCreatePage,
  [PATHS.preorderEvent]: async () => (await importEvent()).EventPage,
  [PATHS.closings]: async () => (await import('#web/back-office/payments/closings/closings-page.tsx')).ClosingsPage,
  [PATHS.payouts]: async () => (await import('#web/back-office/payments/payouts/payouts-page.tsx')).PayoutsPage,
  [PATHS.payout]: async () => (await import('#web/back-office/payments/payouts/payout-page.tsx')).PayoutPage,
  [PATHS.recalls]: async () => (await import('#web/back-office/orders/recalls/recalls-page.tsx')).RecallsPage,
  [PATHS.campaigns]: async () =>
    (await import('#web/back-office/administration/campaigns/campaigns-page.tsx')).CampaignsPage,
  [PATHS.reports]: async () => (await import('#web/back-office/administration/reports/reports-page.tsx')).ReportsPage,
  [PATHS.orders]: async () => (await import('#web/back-office/orders/admin-orders/order-list-page.tsx')).OrderListPage,
  [PATHS.order]: async () => (await import('#web/back-office/orders/admin-orders/order-page.tsx')).OrderPage,
  [PATHS.preorders]: async () =>
    (await import('#web/back-office/preorders/admin-preorders/preorders-page.tsx')).PreordersPage,
  [PATHS.messages]: async () =>
    (await import('#web/back-office/messaging/messages/message-list-page.tsx')).MessageListPage,
  [PATHS.messageCreate]: async () =>
    (await import('#web/back-office/messaging/messages/message-create-page.tsx')).MessageCreatePage,
  [PATHS.users]: async () => (await import('#web/back-office/accounts/admin-users/user-list-page.tsx')).UserListPage,
  [PATHS.user]: async () => (await import('#web/back-office/accounts/admin-users/user-page.tsx')).UserPage,
  [PATHS.people]: async () => (await import('#web/back-office/accounts/people/people-page.tsx')).PeoplePage,
  [PATHS.visitorsLog]: async () => (await import('#web/back-office/orders/visits/visits-page.tsx')).VisitsPage,
  [PATHS.visit]: async () => (await import('#web/back-office/orders/visits/visit-page.tsx')).VisitPage,
  [PATHS.approvals]: async () =>
    (await import('#web/back-office/orders/age-approvals/approvals-page.tsx')).ApprovalsPage,
  [PATHS.duty]: async () => (await import('#web/back-office/operations/duty/duty-page.tsx')).DutyPage,
  [PATHS.storeDuty]: async () => (await import('#web/back-office/operations/duty/store-duty-page.tsx')).StoreDutyPage,
  [PATHS.letters]: async () => (await import('#web/back-office/operations/letters/letters-page.tsx')).LettersPage,
  [PATHS.setup]: async () => (await import('#web/back-office/administration/setup/setup-page.tsx')).SetupPage,
  [PATHS.settings]: async () =>
    (await import('#web/back-office/administration/settings/settings-page.tsx')).SettingsPage,
  [PATHS.passkeys]: async () => (await import('#web/back-office/accounts/passkeys/passkeys-page.tsx')).PasskeysPage,
  [PATHS.guide]: async () => (await import('#web/back-office/administration/guide/guide-page.tsx')).GuidePage,
  [PATHS.audit]: async () => (await import('#web/back-office/administration/audit/audit-page.tsx')).AuditPage,
} satisfies Partial<Record<AdminPath, () => Promise<ComponentType>>>

/** The addresses that have a page to themselves. */
export type OwnPath = keyof typeof OFFICE_PAGES

import type { ComponentType } from 'react'
import { adminPart } from '#web/kit/app-update/admin-part.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { ADMIN_PATHS, type AdminPath, PATHS } from '#web/kit/paths.ts'
import { PageFailure } from '#web/kit/shell/page-failure.tsx'
import type { OwnPath } from './office-pages.ts'

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
  // Invited people will work in the back office: its texts and theme load already here.
  [PATHS.invitation]: adminPart(
    async () => (await import('#web/back-office/accounts/invitations/invitation-page.tsx')).InvitationPage,
    PageFailure,
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

// Two addresses of one page, which stays when the address changes from one to the other.
const SAME_PAGE: Record<Exclude<AdminPath, OwnPath>, OwnPath> = {
  [PATHS.settingsSection]: PATHS.settings,
  [PATHS.recall]: PATHS.recalls,
  [PATHS.guidePage]: PATHS.guide,
}

const hasOwnPage = (path: AdminPath): path is OwnPath => !(path in SAME_PAGE)

/** Fetches the list of the back office's pages. Its names of files are long, and no shopper needs them. */
export const importOfficePages = () => import('./office-pages.ts')

type LazyPage = ReturnType<typeof adminPart<object>>

const OFFICE_PARTS = Object.fromEntries(
  ADMIN_PATHS.filter(hasOwnPage).map(path => [
    path,
    adminPart(async () => (await importOfficePages()).OFFICE_PAGES[path](), PageFailure),
  ]),
) as Record<OwnPath, LazyPage> // It has each of the paths.

/** The pages of the back office, by address; each is an adminPart. */
export const ADMIN_PAGES: Record<AdminPath, LazyPage> = {
  ...OFFICE_PARTS,
  [PATHS.settingsSection]: OFFICE_PARTS[SAME_PAGE[PATHS.settingsSection]],
  [PATHS.recall]: OFFICE_PARTS[SAME_PAGE[PATHS.recall]],
  [PATHS.guidePage]: OFFICE_PARTS[SAME_PAGE[PATHS.guidePage]],
}

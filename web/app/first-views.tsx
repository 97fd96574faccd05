import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { isAt, PATHS } from '#web/kit/paths.ts'
import { isFirstVisit, rememberedUser } from '#web/kit/session/remembered-user.ts'
import { whichScreen } from '#web/kit/session/session-gate.tsx'
import { PageFailure } from '#web/kit/shell/page-failure.tsx'
import { preloadAdminHome, preloadAdminShell, preloadStaffHome } from './admin-parts.ts'
import { ADMIN_PAGES, importOfficePages, PAGES } from './pages.tsx'

/** The pages that a shopper may see first. Each is its own chunk, so that a signed-in shopper does not load the sign-in. */
export const FIRST_VIEWS = {
  home: lazyPart(async () => (await import('#web/shop/home/home-page.tsx')).HomePage, PageFailure),
  login: lazyPart(async () => (await import('#web/shop/accounts/sign-in/login-page.tsx')).LoginPage, PageFailure),
  verification: lazyPart(
    async () => (await import('#web/shop/accounts/phone-verification/verification-page.tsx')).VerificationPage,
    PageFailure,
  ),
}

/** Fetches the page that is likely to be shown first in this browser, while the rest of the start continues. */
export async function preloadFirstView(pathname: string): Promise<void> {
  const user = rememberedUser() ?? null
  const screen = whichScreen(pathname, user ?? (isFirstVisit() ? { is_verified: true } : null))
  // Any other address redirects to /home.
  if (screen === 'unknown') return preloadFirstView(PATHS.home)
  if (screen !== 'page') return FIRST_VIEWS[screen].preload()
  const isAdmin = user?.is_admin === true
  const hasOffice = isAdmin || Boolean(user?.rights[0])
  const pages = Object.entries(hasOffice ? { ...PAGES, ...ADMIN_PAGES } : PAGES)
  const [, page = FIRST_VIEWS.home] = pages.find(([path]) => isAt(path, pathname)) ?? []
  const isHome = page === FIRST_VIEWS.home
  // Any page of the back office then waits for its own file only. What can't be loaded now is tried again when it is opened.
  if (hasOffice) importOfficePages().catch(() => undefined)
  const preloadHome = isAdmin ? preloadAdminHome : preloadStaffHome
  await Promise.all([page.preload(), hasOffice && preloadAdminShell(), hasOffice && isHome && preloadHome()])
}

import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { PageFailure } from '#web/kit/shell/page-failure.tsx'
import { rememberedUser } from '#web/kit/session/remembered-user.ts'
import { whichScreen } from '#web/kit/session/which-screen.ts'
import { preloadAdminHome } from './admin-home-part.ts'
import { preloadAdminShell } from './admin-frame.ts'
import { ADMIN_PAGES, PAGES } from './pages.tsx'
import { isAt, PATHS } from '#web/kit/paths.ts'

/** What a shopper may see first. Each is a file of its own: whoever comes to shop does not load the sign-in. */
export const FIRST_VIEWS = {
  home: lazyPart(async () => (await import('#web/shop/stores/home/home-page.tsx')).HomePage, PageFailure),
  login: lazyPart(async () => (await import('#web/shop/accounts/sign-in/login-page.tsx')).LoginPage, PageFailure),
  verification: lazyPart(
    async () => (await import('#web/shop/accounts/phone-verification/verification-page.tsx')).VerificationPage,
    PageFailure,
  ),
}

/** Fetches what will stand first, as far as this browser knows, while the rest of the start goes on. */
export async function preloadFirstView(pathname: string): Promise<void> {
  const user = rememberedUser() ?? null
  const screen = whichScreen(pathname, user)
  // Any other address leads home.
  if (screen === 'unknown') return preloadFirstView(PATHS.home)
  if (screen !== 'page') return FIRST_VIEWS[screen].preload()
  const isAdmin = user?.is_admin === true
  const pages = Object.entries(isAdmin ? { ...PAGES, ...ADMIN_PAGES } : PAGES)
  const [, page = FIRST_VIEWS.home] = pages.find(([path]) => isAt(path, pathname)) ?? []
  const isHome = page === FIRST_VIEWS.home
  await Promise.all([page.preload(), isAdmin && preloadAdminShell(), isAdmin && isHome && preloadAdminHome()])
}

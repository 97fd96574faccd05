import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { createBrowserRouter, Navigate, Outlet, ScrollRestoration } from 'react-router'
import { useAccount } from '#web/features/account/use-account.ts'
import { useInterfaceLanguage } from '#web/features/account/use-interface-language.ts'
import { FIRST_VIEWS } from '#web/first-views.tsx'
import { loadChunk } from '#web/features/app-update/chunk-failure.ts'
import { PageFailure } from '#web/features/shell/page-failure.tsx'
import { BasketPaymentGate } from '#web/features/basket/basket-payment-gate.tsx'
import { useHasDraft } from '#web/features/orders/queries.ts'
import { AdminRoute } from '#web/features/session/admin-route.tsx'
import { SessionGate } from '#web/features/session/session-gate.tsx'
import { PageFrame } from '#web/features/shell/page-frame.tsx'
import { ADMIN_PATHS, PATHS } from '#web/paths.ts'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'

const { Part: Home } = FIRST_VIEWS.home
const { Part: Login } = FIRST_VIEWS.login
const { Part: Verification } = FIRST_VIEWS.verification

function Waiting() {
  const { t } = useTranslation()
  return <FullScreenLoading label={t('common.loading')} />
}

const page = (load: () => Promise<ComponentType>) => async () => ({ Component: await loadChunk(load) })

function Root() {
  useInterfaceLanguage()
  const account = useAccount()
  const hasDraft = useHasDraft()
  return (
    <BasketPaymentGate>
      <PageFrame account={account} hasDraft={hasDraft}>
        <SessionGate login={<Login waiting={<Waiting />} />} verification={<Verification waiting={<Waiting />} />}>
          <Outlet />
        </SessionGate>
        <ScrollRestoration />
      </PageFrame>
    </BasketPaymentGate>
  )
}

const toHome = <Navigate to={PATHS.home} replace />

/** Every page of the app. Those off the way of a purchase are fetched when they are opened. */
export const router = createBrowserRouter([
  {
    element: <Root />,
    // Before a fetched page has come, the first paint of index.html is what stands.
    hydrateFallbackElement: <></>,
    errorElement: <PageFailure />,
    children: [
      { path: PATHS.home, element: <Home waiting={<Waiting />} /> },
      {
        path: PATHS.basket,
        lazy: page(async () => (await import('#web/features/basket/basket-page.tsx')).BasketPage),
      },
      {
        path: PATHS.completed,
        lazy: page(async () => (await import('#web/features/orders/completed-page.tsx')).CompletedPage),
      },
      {
        path: PATHS.loginLink,
        lazy: page(async () => (await import('#web/features/sign-in/login-link-page.tsx')).LoginLinkPage),
      },
      {
        path: PATHS.phoneBlocked,
        lazy: page(async () => (await import('#web/features/account/phone-blocked-page.tsx')).PhoneBlockedPage),
      },
      {
        path: PATHS.userDisabled,
        lazy: page(async () => (await import('#web/features/account/user-disabled-page.tsx')).UserDisabledPage),
      },
      {
        path: PATHS.removal,
        lazy: page(async () => (await import('#web/features/account/removal-page.tsx')).RemovalPage),
      },
      {
        path: PATHS.accessibility,
        lazy: page(async () => (await import('#web/features/account/accessibility-page.tsx')).AccessibilityPage),
      },
      {
        path: PATHS.samsungPermission,
        lazy: page(async () => (await import('#web/features/scanner/camera-check-page.tsx')).CameraCheckPage),
      },
      ...ADMIN_PATHS.map(path => ({ path, element: <AdminRoute>{toHome}</AdminRoute> })),
      { path: '*', element: toHome },
    ],
  },
])

import { useEffect } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Route, Routes } from 'react-router'
import { useAccount } from '#web/shop/accounts/account/use-account.ts'
import { useInterfaceLanguage } from '#web/shop/accounts/account/use-interface-language.ts'
import { AdminHome } from './admin-home-part.ts'
import { FIRST_VIEWS } from './first-views.tsx'
import { BasketPaymentGate } from '#web/shop/orders/basket/basket-payment-gate.tsx'
import { useHasDraft } from '#web/shop/orders/checkout/queries.ts'
import { AdminRoute } from './admin-route.tsx'
import { SessionGate } from '#web/kit/session/session-gate.tsx'
import { KnownAddress } from '#web/kit/shell/known-address.tsx'
import { KnownOp } from './known-op.tsx'
import { PageFrame } from './page-frame.tsx'
import { useScrollMemory } from '#web/kit/shell/use-scroll-memory.ts'
import { useFollowedStore } from '#web/shop/stores/store-switch/use-followed-store.ts'
import { ADMIN_PAGES, PAGES } from './pages.tsx'
import { ADMIN_PATHS, PATHS } from '#web/kit/paths.ts'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'

const { Part: Home } = FIRST_VIEWS.home
const { Part: Login } = FIRST_VIEWS.login
const { Part: Verification } = FIRST_VIEWS.verification

function Waiting() {
  const { t } = useTranslation()
  return <FullScreenLoading label={t('common.loading')} />
}

const PAGE_ROUTES = Object.entries(PAGES).map(([path, { Part }]) => {
  const page = (
    <KnownAddress anyQuery>
      <Part waiting={<Waiting />} />
    </KnownAddress>
  )
  return <Route key={path} path={path} element={page} />
})
const ADMIN_ROUTES = ADMIN_PATHS.map(path => {
  const { Part } = ADMIN_PAGES[path]
  const page = (
    <AdminRoute>
      <KnownOp>
        <KnownAddress>
          <Part waiting={<Waiting />} />
        </KnownAddress>
      </KnownOp>
    </AdminRoute>
  )
  return <Route key={path} path={path} element={page} />
})

/** Every page of the app in its frame. Pages that are not part of a purchase are fetched when they are opened. */
export function Pages() {
  useInterfaceLanguage()
  useFollowedStore()
  useScrollMemory()
  const account = useAccount()
  const hasDraft = useHasDraft()
  useEffect(() => {
    // Preloaded, so that a payment's outcome is not waited for twice.
    if (hasDraft) void PAGES[PATHS.completed].preload()
  }, [hasDraft])
  return (
    <BasketPaymentGate>
      <PageFrame account={account} hasDraft={hasDraft}>
        <SessionGate login={<Login waiting={<Waiting />} />} verification={<Verification waiting={<Waiting />} />}>
          <Routes>
            <Route path={PATHS.home} element={<Home AdminHome={AdminHome} waiting={<Waiting />} />} />
            {PAGE_ROUTES}
            {ADMIN_ROUTES}
          </Routes>
        </SessionGate>
      </PageFrame>
    </BasketPaymentGate>
  )
}

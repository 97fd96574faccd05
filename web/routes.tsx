import { useEffect } from 'react'
import { useTranslation } from '#web/texts/use-translation.tsx'
import { Route, Routes } from 'react-router'
import { useAccount } from '#web/features/account/use-account.ts'
import { useInterfaceLanguage } from '#web/features/account/use-interface-language.ts'
import { FIRST_VIEWS } from '#web/first-views.tsx'
import { BasketPaymentGate } from '#web/features/basket/basket-payment-gate.tsx'
import { useHasDraft } from '#web/features/orders/queries.ts'
import { AdminRoute } from '#web/features/session/admin-route.tsx'
import { SessionGate } from '#web/features/session/session-gate.tsx'
import { KnownAddress } from '#web/features/shell/known-address.tsx'
import { KnownOp } from '#web/features/shell/known-op.tsx'
import { PageFrame } from '#web/features/shell/page-frame.tsx'
import { useScrollMemory } from '#web/features/shell/use-scroll-memory.ts'
import { useFollowedStore } from '#web/features/store-switch/use-followed-store.ts'
import { ADMIN_PAGES, PAGES } from '#web/pages.tsx'
import { ADMIN_PATHS, PATHS } from '#web/paths.ts'
import { FullScreenLoading } from '#web/ui/full-screen-loading.tsx'

const { Part: Home } = FIRST_VIEWS.home
const { Part: Login } = FIRST_VIEWS.login
const { Part: Verification } = FIRST_VIEWS.verification

function Waiting() {
  const { t } = useTranslation()
  return <FullScreenLoading label={t('common.loading')} />
}

const PAGE_ROUTES = Object.entries(PAGES).map(([path, { Part }]) => {
  const page = (
    <KnownAddress>
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

/** Every page of the app in its frame. Those off the way of a purchase are fetched when they are opened. */
export function Pages() {
  useInterfaceLanguage()
  useFollowedStore()
  useScrollMemory()
  const account = useAccount()
  const hasDraft = useHasDraft()
  useEffect(() => {
    // The outcome of a payment is not waited for twice.
    if (hasDraft) void PAGES[PATHS.completed].preload()
  }, [hasDraft])
  return (
    <BasketPaymentGate>
      <PageFrame account={account} hasDraft={hasDraft}>
        <SessionGate login={<Login waiting={<Waiting />} />} verification={<Verification waiting={<Waiting />} />}>
          <Routes>
            <Route path={PATHS.home} element={<Home waiting={<Waiting />} />} />
            {PAGE_ROUTES}
            {ADMIN_ROUTES}
          </Routes>
        </SessionGate>
      </PageFrame>
    </BasketPaymentGate>
  )
}

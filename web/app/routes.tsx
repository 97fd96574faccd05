import { type ReactNode, useEffect } from 'react'
import { Navigate, Route, Routes, useNavigate, useParams } from 'react-router'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ADMIN_PATHS, type AdminPath, PATHS } from '#web/kit/paths.ts'
import { onPersonGone } from '#web/kit/session/remembered-user.ts'
import { SessionGate } from '#web/kit/session/session-gate.tsx'
import { useSession, useUser } from '#web/kit/session/session-provider.tsx'
import { useFocusOnNavigation, useScrollMemory } from '#web/kit/shell/after-navigation.ts'
import { setDrawerOpen } from '#web/kit/shell/drawer-state.ts'
import { PossibleAddress } from '#web/kit/shell/possible-address.tsx'
import { SkipLink } from '#web/kit/shell/skip-link.tsx'
import { HomeButton, ShopLogo, TopBar } from '#web/kit/shell/top-bar.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { AccountButton } from '#web/shop/accounts/account/account-button.tsx'
import { type Account, useAccount } from '#web/shop/accounts/account/use-account.ts'
import { useInterfaceLanguage } from '#web/shop/accounts/account/use-interface-language.ts'
import { useOwnAllergensOnly } from '#web/shop/catalogue/allergens/my-allergens.ts'
import { basketStore } from '#web/shop/orders/basket/basket-store.ts'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { PaymentGate } from '#web/shop/orders/checkout/payment-status/payment-gate.tsx'
import { useHasDraft } from '#web/shop/orders/checkout/queries.ts'
import { useFollowedStore } from '#web/shop/orders/store-switch/change-store.ts'
import { AdminBarEnd, AdminBarStart, AdminHome, AdminOffice, StaffHome, StaffPage } from './admin-parts.ts'
import css from './app.module.css'
import { FIRST_VIEWS } from './first-views.tsx'
import { ADMIN_PAGES, PAGES } from './pages.tsx'

/** Shows a page to admins, and to those whose right in a store is enough; other users get one notice and are redirected to /. */
function AdminRoute({ path, children }: { path: AdminPath; children: ReactNode }) {
  const { is_admin: isAdmin, rights } = useUser()
  if (isAdmin) return children
  if (!rights[0]) return <AccessDenied />
  return <StaffPage path={path}>{children}</StaffPage>
}

function AccessDenied() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const navigate = useNavigate()
  useEffect(() => {
    notify({ id: 'access-denied', severity: 'error', text: t('route.accessDenied') })
    void navigate(PATHS.root, { replace: true })
  }, [navigate, notify, t])
  return null
}

const FORM_OPERATIONS = new Set<string | undefined>([undefined, 'edit', 'copy'])

/** A record's address may end in an operation; any other word there redirects to /home. */
function KnownOp({ path, children }: { path: string; children: ReactNode }) {
  const { op } = useParams()
  const isKnown = FORM_OPERATIONS.has(op) || (op === 'food' && path === PATHS.product)
  return isKnown ? children : <Navigate to={PATHS.home} replace />
}

const { Part: Home } = FIRST_VIEWS.home
const { Part: Login } = FIRST_VIEWS.login
const { Part: Verification } = FIRST_VIEWS.verification

function PageSkeleton() {
  const { t } = useTranslation()
  return <FullScreenLoading label={t('common.loading')} />
}

const PAGE_ROUTES = Object.entries(PAGES).map(([path, { Part }]) => {
  const page = (
    <PossibleAddress path={path} anyQuery>
      <Part waiting={<PageSkeleton />} />
    </PossibleAddress>
  )
  return <Route key={path} path={path} element={page} />
})
const ADMIN_ROUTES = ADMIN_PATHS.map(path => {
  const { Part } = ADMIN_PAGES[path]
  const page = (
    <AdminRoute path={path}>
      <KnownOp path={path}>
        <PossibleAddress path={path}>
          <Part waiting={<PageSkeleton />} />
        </PossibleAddress>
      </KnownOp>
    </AdminRoute>
  )
  return <Route key={path} path={path} element={page} />
})

/** Every page of the app in its frame. Pages that are not part of a purchase are fetched when they are opened. */
export function Pages() {
  useInterfaceLanguage()
  useFollowedStore()
  const { user } = useSession()
  useOwnAllergensOnly(user?.id)
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
        <SessionGate
          login={<Login waiting={<PageSkeleton />} />}
          verification={<Verification waiting={<PageSkeleton />} />}
        >
          <Routes>
            <Route
              path={PATHS.home}
              element={<Home OfficeHome={user?.is_admin ? AdminHome : StaffHome} waiting={<PageSkeleton />} />}
            />
            {PAGE_ROUTES}
            {ADMIN_ROUTES}
          </Routes>
        </SessionGate>
      </PageFrame>
    </BasketPaymentGate>
  )
}

/** Wraps every page: a logout erases the shopper's baskets; a payment that takes the basket's goods empties it. */
function BasketPaymentGate({ children }: { children: ReactNode }) {
  useEffect(() => onPersonGone(basketStore.erase), [])
  useEffect(() => onPersonGone(preorderBasketStore.erase), [])
  return <PaymentGate onBasketPaid={() => basketStore.put({})}>{children}</PaymentGate>
}

type PageFrameProps = {
  /** Null while no user is signed in: the bar then contains only the logo. */
  account: Account | null
  /** True while an order exists: the home button (and the admin's drawer) would lead away from it. */
  hasDraft?: boolean
  children: ReactNode
}

const MAIN_ID = 'main'

/** Top bar and main region. A page's BottomBar, as main's last child, is at the bottom of the screen. */
function PageFrame({ account, hasDraft = false, children }: PageFrameProps) {
  const main = useFocusOnNavigation()
  const hasOffice = account?.hasOffice
  useEffect(() => {
    // Closes the drawer that an admin left open, for the next user.
    if (hasOffice === false) setDrawerOpen(false)
  }, [hasOffice])
  const start = hasOffice ? <AdminBarStart hasDraft={hasDraft} waiting={<ShopLogo />} /> : <ShopLogo />
  const end = account !== null && (
    <>
      {hasOffice ? <AdminBarEnd /> : <HomeButton hasDraft={hasDraft} />}
      <AccountButton account={account} />
    </>
  )
  return (
    <div className={css.frame}>
      <SkipLink targetId={MAIN_ID} />
      {account?.hasOffice && <AdminOffice account={account} hasDraft={hasDraft} />}
      <TopBar start={start} end={end} />
      <main id={MAIN_ID} ref={main} tabIndex={-1} className={css.main}>
        {children}
      </main>
    </div>
  )
}

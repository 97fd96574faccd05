import Box from '@mui/material/Box'
import type { ComponentType, ReactNode } from 'react'
import type { Store } from '#contract/stores/stores.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useOnline } from '#web/kit/api/use-online.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { UnresolvedOrders } from '#web/shop/orders/checkout/unresolved-orders.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useActiveStore, useStores } from '#web/shop/stores/stores/queries.ts'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Shelf } from './shelf.tsx'
import { StoreCard } from './store-card.tsx'
import { StoresSkeleton } from './stores-skeleton.tsx'

// Most visits begin with a store chosen before.
const { Part: StorePicker } = lazyPart(async () => (await import('./store-picker.tsx')).StorePicker)

// Pre-orders load beside the shelf, which doesn't wait for them.
const { Part: HomePreorders } = lazyPart(
  async () => (await import('#web/shop/preorders/preorders/home-preorders.tsx')).HomePreorders,
)

const columns = {
  display: 'grid',
  gap: { xs: 3, md: 4 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(300px, 360px) minmax(0, 1fr)' },
  alignItems: 'start',
}

// Beside the shelf on a wide screen, and visible while the shelf scrolls.
const side = {
  display: 'grid',
  gap: 2,
  position: { md: 'sticky' },
  top: { md: 'calc(92px + var(--notices-height, 0px))' },
} as const

function Notes() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <>
      {!isOnline && (
        <Panel tone="attention">
          <span role="status">{t('shell.offline')}</span>
        </Panel>
      )}
      <UnresolvedOrders />
      <HomePreorders />
    </>
  )
}

interface HomePageProps {
  // Arranges the page for an admin, around what shoppers see too.
  AdminHome: ComponentType<{ store: Store | undefined; storeCard: ReactNode; shelf: ReactNode; waiting: ReactNode }>
}

/** The start of shopping: the store with its hours, and its shelf. */
export function HomePage({ AdminHome }: HomePageProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const store = useActiveStore()
  const { data: stores, isError } = useStores()
  // While a chosen store is loading, no choice of stores is shown.
  if (!store && !stores && !isError && user?.activeStoreId != null)
    return <FullScreenLoading label={t('common.loading')} />
  if (user?.is_admin) {
    const storeCard = (
      <>
        {store && <StoreCard store={store} isWide />}
        <Notes />
      </>
    )
    return (
      <Page key="admin" title={t('shell.homeButton')} hideTitle width="wide">
        <AdminHome
          store={store}
          storeCard={storeCard}
          shelf={store && <Shelf store={store} />}
          waiting={<FullScreenLoading label={t('common.loading')} />}
        />
      </Page>
    )
  }
  if (!store) {
    return (
      <Page key="choice" title={t('home.chooseStore')}>
        <Notes />
        <StorePicker waiting={<StoresSkeleton />} onChosen={() => scrollTo(0, 0)} />
      </Page>
    )
  }
  return (
    <Page key="store" title={t('shell.homeButton')} hideTitle width="wide">
      <Box sx={columns}>
        <Box sx={side}>
          <StoreCard store={store} />
          <Notes />
        </Box>
        <Shelf store={store} />
      </Box>
    </Page>
  )
}

import { type ComponentType, type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import type { Store } from '#contract/stores/stores.ts'
import { formatTime } from '#domain/format/date-format.ts'
import { hasQuantity } from '#domain/orders/basket.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useRenewedNow } from '#web/kit/api/use-renewed-now.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { DoorIcon, ScanIcon } from '#web/kit/ui/icons.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { basketStore } from '#web/shop/orders/basket/basket-store.ts'
import { UnresolvedOrders } from '#web/shop/orders/checkout/payment-status/unresolved-orders.tsx'
import { useHasDraft } from '#web/shop/orders/checkout/queries.ts'
import { isOpenedBySign } from '#web/shop/orders/store-switch/requested-store.ts'
import { Distance } from '#web/shop/stores/stores/distance.tsx'
import { OpeningPill, TestPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { useActiveStore, useDistances, useStores } from '#web/shop/stores/stores/queries.ts'
import { usePosition } from '#web/shop/stores/stores/use-position.ts'
import css from './home.module.css'
import { Shelf } from './shelf.tsx'
import { StoresSkeleton } from './stores-skeleton.tsx'

// Most visits begin with a store chosen before.
const { Part: StorePicker } = lazyPart(async () => (await import('./store-picker.tsx')).StorePicker)

// Pre-orders load beside the shelf, which doesn't wait for them.
const { Part: HomePreorders } = lazyPart(
  async () => (await import('#web/shop/preorders/preorders/home-preorders.tsx')).HomePreorders,
)

const { Part: StoreFromAddress } = lazyPart(
  async () => (await import('#web/shop/orders/store-switch/store-from-address.tsx')).StoreFromAddress,
)

function HomeNotes() {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const [hasSign] = useState(isOpenedBySign)
  return (
    <>
      {!isOnline && (
        <Panel tone="attention">
          <span role="status">{t('shell.offline')}</span>
        </Panel>
      )}
      {hasSign && <StoreFromAddress />}
      <UnresolvedOrders />
    </>
  )
}

type HomePageProps = {
  /** Arranges the page for those who have a back office, around what shoppers see too. */
  OfficeHome: ComponentType<{
    store: Store | undefined
    storeCard: ReactNode
    preorders: ReactNode
    shelf: ReactNode
    waiting: ReactNode
  }>
}

/** The start of shopping: the store with its hours, and its shelf. */
export function HomePage({ OfficeHome }: HomePageProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const store = useActiveStore()
  const { data: stores, errorUpdateCount } = useStores()
  // While a chosen store is loading, no choice of stores is shown; after a failure it stays while the stores are requested again.
  if (!store && !stores && errorUpdateCount === 0 && user?.activeStoreId != null)
    return <FullScreenLoading label={t('common.loading')} />
  if (user?.is_admin || user?.rights[0]) {
    const storeCard = (
      <>
        {store && <StoreCard store={store} isWide />}
        <HomeNotes />
      </>
    )
    return (
      <Page key="admin" title={t('shell.homeButton')} hideTitle width="wide">
        <OfficeHome
          store={store}
          storeCard={storeCard}
          preorders={<HomePreorders />}
          shelf={store && <Shelf store={store} />}
          waiting={<FullScreenLoading label={t('common.loading')} />}
        />
      </Page>
    )
  }
  if (!store) {
    return (
      <Page key="choice" title={t('home.chooseStore')}>
        <HomeNotes />
        <StorePicker waiting={<StoresSkeleton />} onChosen={() => scrollTo(0, 0)} />
        <HomePreorders />
      </Page>
    )
  }
  return (
    <Page key="store" title={t('shell.homeButton')} hideTitle width="wide">
      <div className={css.columns}>
        <div className={css.side}>
          <StoreCard store={store} />
          <HomeNotes />
          <HomePreorders />
        </div>
        <Shelf store={store} />
      </div>
    </Page>
  )
}

const { Part: StorePickerDialog } = lazyPart(async () => (await import('./store-picker-dialog.tsx')).StorePickerDialog)

/** While someone is in the store: until when. */
function StaffPill({ store: { staffed, time_zone: timeZone } }: { store: Pick<Store, 'staffed' | 'time_zone'> }) {
  const { t } = useTranslation()
  const now = useRenewedNow()
  if (!staffed || new Date(staffed.from) > now || new Date(staffed.until) <= now) return null
  return (
    <StatusPill tone="open">{t('home.staffUntil', { time: formatTime(new Date(staffed.until), timeZone) })}</StatusPill>
  )
}

/** The active store, whether it is open, and the link to the basket. */
function StoreCard({ store, isWide = false }: { store: Store; isWide?: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  // Undefined until it is first opened: only then is it loaded.
  const [isPicking, setPicking] = useState<boolean>()
  const { position } = usePosition({ isNeeded: false })
  const distances = useDistances(position).metres
  return (
    <Panel tone="fresh" component="section" aria-labelledby={id}>
      <div className={isWide ? css.cardWide : undefined}>
        <div>
          <div className={css.spread}>
            <OpeningPill store={store} />
            <StaffPill store={store} />
            <Distance metres={distances.get(store.id)} />
          </div>
          <Text variant="h1" as="h2" id={id} className={css.cardName}>
            {store.name}
          </Text>
          <Text soft>
            {store.address}
            {'\u00a0· '}
            <span className={css.cardLabel}>
              <button
                type="button"
                aria-label={t('home.changeStore')}
                aria-haspopup="dialog"
                onClick={() => setPicking(true)}
                className={css.cardChange}
              >
                {t('home.change')}
              </button>
            </span>
          </Text>
          {store.opens_at !== null && store.closes_at !== null && (
            <Text variant="body2" soft className={css.hoursToday}>
              {t('home.hoursToday', { opensAt: store.opens_at, closesAt: store.closes_at })}
            </Text>
          )}
        </div>
        <div className={css.actions}>
          <BasketButton />
          {store.has_lock && <DoorButton store={store} />}
          <TestPill store={store} />
        </div>
      </div>
      {isPicking !== undefined && <StorePickerDialog open={isPicking} onClose={() => setPicking(false)} />}
    </Panel>
  )
}

const { Part: DoorDialog } = lazyPart(async () => (await import('#web/shop/stores/doors/door-dialog.tsx')).DoorDialog)

/** For a store with a lock: requests a code for its door. */
function DoorButton({ store }: { store: Store }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SecondaryButton fullWidth icon={<DoorIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('door.open')}
      </SecondaryButton>
      {isOpen && <DoorDialog store={store} next={<BasketButton isInside />} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The link to the basket, to start or to continue. `isInside`: the shopper has just come through the door. */
function BasketButton({ isInside = false }: { isInside?: boolean }) {
  const { t } = useTranslation()
  const isAtCheckout = useHasDraft()
  const isStarted = hasQuantity(useSyncExternalStore(basketStore.subscribe, basketStore.basket))
  if (isAtCheckout) {
    return (
      <PrimaryButton component={Link} to={PATHS.basket}>
        {t('home.backToCheckout')}
      </PrimaryButton>
    )
  }
  const start = isInside ? 'door.inside' : 'home.startShopping'
  return (
    <PrimaryButton component={Link} to={PATHS.basket} icon={<ScanIcon size={26} />}>
      {t(isStarted ? 'home.continueShopping' : start)}
    </PrimaryButton>
  )
}

import { type ReactNode, startTransition, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import type { Store } from '#contract/stores/stores.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { loadChunk } from '#web/kit/app-update/chunk-failure.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { SearchIcon } from '#web/kit/ui/icons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Skeleton } from '#web/kit/ui/loading.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { layoutsIn, useProducts } from '#web/shop/catalogue/products/queries.ts'
import css from './home.module.css'
import { ProductCard, ProductPills, ProductSheet } from './product-card.tsx'
import type { searchProducts } from './search-products.ts'

/** Where its code can't be loaded, as without a network, the shelf shows all products. */
const { Part: GroupChips } = lazyPart(
  async () => (await import('./group-chips.tsx')).GroupChips,
  () => null,
)

const { Part: SaveToday } = lazyPart(
  async () => (await import('./save-today.tsx')).SaveToday,
  () => null,
)

/** As many as fit the first screen, and some more. */
const IN_SIGHT = 8

// After going back or a reload, the scroll position has to be restored: then the whole list renders at once.
const isNewNavigation = () =>
  performance.getEntriesByType('navigation').some(entry => 'type' in entry && entry.type === 'navigate')

let hasOpened = false

/**
 * Renders the first items of a long list when the app opens, and all of it once those are painted: a slow phone shows them
 * sooner.
 */
function useFirstSight<Item>(list: readonly Item[] | undefined): readonly Item[] | undefined {
  const [isWhole, setWhole] = useState(() => hasOpened || !isNewNavigation())
  const isKnown = list !== undefined
  useEffect(() => {
    if (!isKnown) return
    hasOpened = true
    startTransition(() => setWhole(true))
  }, [isKnown])
  return isWhole ? list : list?.slice(0, IN_SIGHT)
}

/** The search by name and code; its code is loaded once something is typed. Until then, or if it can't be, the shelf shows all. */
function useSearch(isNeeded: boolean): typeof searchProducts | undefined {
  const [search, setSearch] = useState<typeof searchProducts>()
  useEffect(() => {
    if (isNeeded)
      void loadChunk(() => import('./search-products.ts')).then(
        found => setSearch(() => found.searchProducts),
        () => undefined,
      )
  }, [isNeeded])
  return isNeeded ? search : undefined
}

/** Two columns on a phone, and as many as fit on wider screens. */
function ProductGrid({ children }: { children: ReactNode }) {
  return <ul className={css.products}>{children}</ul>
}

const SKELETON_CARDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** The shelf's layout while its goods load. It isn't animated. */
function ShelfSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status" aria-label={t('common.loading')}>
      <ProductGrid>
        {SKELETON_CARDS.map(card => (
          <li key={card} aria-hidden className={css.skeletonItem}>
            <Skeleton className={css.skeletonPicture} />
            <Skeleton isText width="70%" className={css.skeletonName} />
            <Skeleton isText width="50%" />
            <Skeleton isText width="40%" height={32} />
          </li>
        ))}
      </ProductGrid>
    </div>
  )
}

type EmptyShelfProps = {
  /** The search text; undefined if the store has no goods at all. */
  query: string | undefined
  onClear: () => void
}

/** Replaces the goods: why there are none, and the only next action. */
function EmptyShelf({ query, onClear }: EmptyShelfProps) {
  const { t } = useTranslation()
  if (query === undefined) {
    const scan = (
      <SecondaryButton fullWidth component={Link} to={PATHS.basket}>
        {t('home.startShopping')}
      </SecondaryButton>
    )
    const drawing = <EmptyDrawing subject="shelf" />
    return <EmptyState title={t('home.shelfEmpty')} text={t('home.shelfEmptyText')} drawing={drawing} action={scan} />
  }
  const clear = (
    <SecondaryButton fullWidth onClick={onClear}>
      {t('home.searchClear')}
    </SecondaryButton>
  )
  return (
    <EmptyState
      title={t('home.searchEmpty', { query })}
      text={t('home.searchEmptyText')}
      drawing={<EmptyDrawing subject="search" />}
      action={clear}
    />
  )
}

const getGroupId = ({ group }: Product) => group?.id ?? 0

/** The active store's goods, with a search by name or code. */
export function Shelf({ store }: { store: Store }) {
  const { t } = useTranslation()
  const id = useId()
  const { data, error, refetch } = useProducts()
  const [query, setQuery] = useState(() => new URLSearchParams(location.search).get('find') ?? '')
  const search = useRef<HTMLInputElement>(null)
  const shownQuery = useDeferredValue(query)
  const findProducts = useSearch(query !== '')
  const shelf = useMemo(() => data && shelfProducts(data), [data])
  const [group, setGroup] = useState<number>()
  // Another store's shelf may not have the chosen group.
  const chosen = shelf?.some(product => getGroupId(product) === group) ? group : undefined
  const found = useMemo(() => {
    const groupProducts = shelf?.filter(product => chosen === undefined || getGroupId(product) === chosen)
    return groupProducts && findProducts
      ? findProducts(groupProducts, shownQuery, layoutsIn(groupProducts))
      : groupProducts
  }, [shelf, chosen, shownQuery, findProducts])
  const inSight = useFirstSight(found)
  const [opened, setOpened] = useState<Product>()
  return (
    <section aria-labelledby={id} className={css.shelf}>
      {shelf?.some(({ markdown }) => markdown) && <SaveToday storeId={store.id} shelf={shelf} onOpen={setOpened} />}
      <div className={css.shelfHead}>
        <Text variant="h2" id={id}>
          {t('home.onTheShelf')}
        </Text>
        <Text as="span" soft role="status">
          {found && t('home.productCount', { count: found.length })}
        </Text>
      </div>
      {shelf !== undefined && shelf.length > 0 && (
        <div role="search">
          <TextInput
            label={t('home.search')}
            value={query}
            onChange={setQuery}
            inputRef={search}
            type="search"
            name="search"
            autoComplete="off"
            endAdornment={query === '' && <SearchIcon />}
          />
        </div>
      )}
      {shelf?.some(getGroupId) && (
        <GroupChips waiting={<div className={css.groupChips} />} products={shelf} chosen={chosen} onChoose={setGroup} />
      )}
      {found &&
        (found.length > 0 ? (
          <ProductGrid>
            {inSight?.map(product => (
              <ProductCard
                key={product.id}
                product={product}
                sellsAgeRestricted={store.sells_age_restricted}
                onOpen={setOpened}
              />
            ))}
          </ProductGrid>
        ) : (
          <EmptyShelf
            query={shelf?.length === 0 ? undefined : shownQuery}
            onClear={() => {
              setQuery('')
              setGroup(undefined)
              search.current?.focus()
            }}
          />
        ))}
      {!data && (error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <ShelfSkeleton />)}
      {opened && (
        <ProductSheet
          product={opened}
          pills={<ProductPills product={opened} sellsAgeRestricted={store.sells_age_restricted} />}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}

/** The products on sale in the active store, in the shopkeeper's order. */
export function shelfProducts(products: readonly Product[]): Product[] {
  return products
    .filter(product => product.product_type === 'standard' && product.active_store_stock?.status)
    .toSorted((a, b) => a.sort_order - b.sort_order || byFinnishName(a, b))
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Store } from '#contract/stores/stores.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { layoutsIn, useProducts } from '#web/shop/catalogue/products/queries.ts'
import { SearchIcon } from '#web/kit/ui/icons.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import { EmptyShelf } from './empty-shelf.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { ProductCard } from './product-card.tsx'
import { ProductGrid } from './product-grid.tsx'
import { ProductPills } from './product-pills.tsx'
import { searchProducts, shelfProducts } from './shelf-products.ts'
import { ShelfSkeleton } from './shelf-skeleton.tsx'
import { useFirstSight } from './use-first-sight.ts'

const { Part: ProductSheet } = lazyPart(
  async () => (await import('#web/shop/catalogue/products/product-sheet.tsx')).ProductSheet,
)

/** What the active store has, with a search by name or code. */
export function Shelf({ store }: { store: Store }) {
  const { t } = useTranslation()
  const id = useId()
  const { data, error, refetch } = useProducts()
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const shownQuery = useDeferredValue(query)
  const shelf = useMemo(() => data && shelfProducts(data), [data])
  const found = useMemo(() => shelf && searchProducts(shelf, shownQuery, layoutsIn(shelf)), [shelf, shownQuery])
  const inSight = useFirstSight(found)
  const [opened, setOpened] = useState<Product>()
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2, alignContent: 'start', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'baseline' }}>
        <Typography variant="h2" id={id}>
          {t('home.onTheShelf')}
        </Typography>
        <Typography component="span" color="textSecondary" role="status">
          {found && t('home.productCount', { count: found.length })}
        </Typography>
      </Box>
      {shelf !== undefined && shelf.length > 0 && (
        <Box role="search">
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
        </Box>
      )}
      {found && found.length > 0 && (
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
      )}
      {found?.length === 0 && (
        <EmptyShelf
          query={shelf?.length === 0 ? undefined : shownQuery}
          onClear={() => {
            setQuery('')
            search.current?.focus()
          }}
        />
      )}
      {!data && error && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <ShelfSkeleton />}
      {opened && (
        <ProductSheet
          product={opened}
          pills={<ProductPills product={opened} sellsAgeRestricted={store.sells_age_restricted} />}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Box>
  )
}

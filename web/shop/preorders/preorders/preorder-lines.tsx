import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import type { Product } from '#contract/catalogue/products.ts'
import type { Takeable } from '#domain/preorders/preorder-basket.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useProducts } from '#web/shop/catalogue/products/queries.ts'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'
import { PreorderRow } from './preorder-row.tsx'
import type { PreorderBasketView } from './use-preorder-basket.ts'

type EventItem = PreorderEvent['preorder_event_items'][number]

interface PreorderLinesProps {
  /** Undefined until the product list is loaded. */
  goods: readonly Product[] | undefined
  basket: PreorderBasketView
  most: Takeable
  items: ReadonlyMap<number, EventItem>
}

/** All goods of the event by name, each with its chosen quantity. */
export function PreorderLines({ goods, basket, most, items }: PreorderLinesProps) {
  const { t } = useTranslation()
  const id = useId()
  const { error, refetch } = useProducts()
  if (!goods && error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!goods) return <FullScreenLoading label={t('common.loading')} />
  if (goods.length === 0)
    return <EmptyState title={t('preorder.nothingToOrder')} drawing={<EmptyDrawing of="shelf" />} />
  const byId = new Map(goods.map(product => [product.id, product]))
  return (
    <section aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {t('preorder.products')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {basket.lines.map(line => {
          const product = byId.get(line.product.id)
          if (!product) return null
          return (
            <PreorderRow
              key={product.id}
              line={line}
              product={product}
              most={most.get(product.id)}
              item={items.get(product.id)}
              step={basket.step}
              set={basket.set}
            />
          )
        })}
      </Box>
    </section>
  )
}

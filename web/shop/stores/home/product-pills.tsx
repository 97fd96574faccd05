import type { Product } from '#contract/catalogue/products.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { isSoldByUnit } from '#web/shop/catalogue/products/product-texts.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** What a shopper should know before reaching for the shelf: few left, none left, an age limit. */
export function ProductPills({ product, sellsAgeRestricted }: { product: Product; sellsAgeRestricted: boolean }) {
  const { t } = useTranslation()
  const { least_age: years, active_store_stock: stock } = product
  const left = stock?.level === 'low' ? stock.left : null
  const quantity =
    left === null ? '' : formatQuantity(thousandthsFromQuantity(left) ?? 0, isSoldByUnit(product) ? product.unit : null)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 0.75, '&:empty': { display: 'none' } }}>
      {left !== null && <StatusPill tone="attention">{t('home.left', { quantity })}</StatusPill>}
      {stock?.level === 'out' && <StatusPill tone="danger">{t('home.outOfStock')}</StatusPill>}
      {years !== null && (
        <StatusPill tone="closed">
          {sellsAgeRestricted ? t('home.ageLimit', { years }) : t('home.ageNotSold')}
        </StatusPill>
      )}
    </Box>
  )
}

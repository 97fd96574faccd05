import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { memo } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { ProductPicture } from '#web/shop/catalogue/products/product-picture.tsx'
import { contentText, isSoldByUnit } from '#web/shop/catalogue/products/product-texts.ts'
import { unitText } from '#web/shop/catalogue/products/unit-text.ts'

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

const card = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: 0.25,
  p: 1.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
} as const

const prices = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  columnGap: 1,
  pt: 0.5,
  fontVariantNumeric: 'tabular-nums',
}

// The whole card is the target; the button is named after the product.
const opener = {
  all: 'unset',
  cursor: 'pointer',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
  '&:focus-visible': { outline: 'none', boxShadow: 'none' },
  '&:focus-visible::after': { outline: '3px solid', outlineColor: 'text.primary', outlineOffset: '2px' },
} as const

type ProductCardProps = {
  product: Product
  sellsAgeRestricted: boolean
  onOpen: (product: Product) => void
}

function Card({ product, sellsAgeRestricted, onOpen }: ProductCardProps) {
  const { t } = useTranslation()
  const isLabelled = product.product_code_type === 'bulk_encoded_price'
  const byUnit = isSoldByUnit(product)
  const price = byUnit
    ? t('home.unitPrice', { price: eurosText(product.price), unit: unitText(product.unit, t) })
    : eurosText(product.price)
  const { unit_price: unitPrice, content_unit: unit } = product
  return (
    <Box component="li" sx={card}>
      <ProductPicture product={product} />
      <Typography variant="h3" sx={{ mt: 1 }}>
        <Box component="button" type="button" aria-haspopup="dialog" sx={opener} onClick={() => onOpen(product)}>
          {product.name}
        </Box>
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {[product.supplier.name, contentText(product)].filter(Boolean).join(', ')}
      </Typography>
      <Box sx={prices}>
        <Box component="span" sx={theme => ({ ...theme.typography.h2, fontSize: isLabelled ? '1rem' : '1.3125rem' })}>
          {isLabelled ? t('home.priceByWeight') : price}
        </Box>
        {!byUnit && unitPrice !== null && unit !== null && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ whiteSpace: 'nowrap' }}>
            {t('home.unitPrice', { price: eurosText(unitPrice), unit: unitText(unit, t) })}
          </Typography>
        )}
      </Box>
      {product.deposit > 0 && (
        <Typography variant="caption" color="textSecondary">
          {t('home.withDeposit', { amount: eurosText(product.deposit) })}
        </Typography>
      )}
      <ProductPills product={product} sellsAgeRestricted={sellsAgeRestricted} />
    </Box>
  )
}

/** One product of the shelf: its name, price and availability. A press opens its details. */
export const ProductCard = memo(Card)

import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ProductDrawing } from '#web/kit/ui/drawings/product-drawing.tsx'
import { priceText } from './line-texts.ts'
import type { ShopProduct } from './shop-product.ts'

interface FoundProductsProps {
  products: readonly ShopProduct[]
  onChoose: (product: ShopProduct) => void
}

const choice = {
  width: '100%',
  minHeight: 64,
  gap: 1.5,
  py: 0.75,
  justifyContent: 'flex-start',
  textAlign: 'start',
  font: 'inherit',
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** Products to choose from, each by one press. */
export function FoundProducts({ products, onChoose }: FoundProductsProps) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {products.map(product => (
        <li key={product.id}>
          <ButtonBase sx={choice} onClick={() => onChoose(product)}>
            <ProductDrawing drawing={product.drawing} size={48} />
            <Box component="span" sx={{ flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
              {product.name}
            </Box>
            <Box component="span" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
              {priceText(product, t)}
            </Box>
          </ButtonBase>
        </li>
      ))}
    </Box>
  )
}

import Box from '@mui/material/Box'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CloseIcon } from '#web/kit/ui/icons.tsx'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { ProductPicture } from './product-picture.tsx'
import { contentText, isSoldByUnit } from './product-texts.ts'
import { unitText } from './unit-text.ts'

type ProductSheetProps = {
  product: Product
  /** What a shopper should know before reaching for the shelf. */
  pills: ReactNode
  onClose: () => void
}

// On a phone it opens at the bottom of the screen, in reach of the thumb.
const atTheFoot = { '& .MuiDialog-container': { alignItems: { xs: 'flex-end', sm: 'center' } } } as const
const paper = {
  sx: {
    m: { xs: 1, sm: 4 },
    width: { xs: 'calc(100% - 16px)', sm: 560 },
    maxHeight: { xs: 'calc(100% - 32px)', sm: 'calc(100% - 64px)' },
  },
} as const

const facts = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, auto) minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.75,
  m: 0,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, textAlign: 'end', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
} as const

/** The facts of a product, row by row; rows without a value are left out. */
function useFacts(product: Product): { name: string; value: string }[] {
  const { t } = useTranslation()
  const { unit_price: unitPrice, content_unit: unit, deposit } = product
  const perUnit = (price: number, of: string) => t('home.unitPrice', { price: eurosText(price), unit: unitText(of, t) })
  const byUnit = isSoldByUnit(product)
  const isLabelled = product.product_code_type === 'bulk_encoded_price'
  const price = byUnit ? perUnit(product.price, product.unit) : eurosText(product.price)
  const rows = [
    { name: t('productSheet.price'), value: isLabelled ? t('home.priceByWeight') : price },
    {
      name: t('productSheet.unitPrice'),
      value: !byUnit && unitPrice !== null && unit !== null ? perUnit(unitPrice, unit) : undefined,
    },
    {
      name: t('productSheet.deposit'),
      value: deposit > 0 ? t('productSheet.included', { amount: eurosText(deposit) }) : undefined,
    },
    { name: t('productSheet.content'), value: contentText(product) },
    { name: t('productSheet.supplier'), value: product.supplier.name },
    { name: t('productSheet.code'), value: product.ean13 ?? product.product_code ?? undefined },
  ]
  return rows.flatMap(({ name, value }) => (value === undefined || value === '' ? [] : [{ name, value }]))
}

/** All details of one product, over the shelf. */
export function ProductSheet({ product, pills, onClose }: ProductSheetProps) {
  const { t } = useTranslation()
  const id = useId()
  const rows = useFacts(product)
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} sx={atTheFoot} slotProps={{ paper }}>
      <Box sx={{ display: 'flex', alignItems: 'center', pr: 1 }}>
        <DialogTitle id={id} component="h2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', hyphens: 'auto' }}>
          {product.name}
        </DialogTitle>
        <IconButton onClick={onClose} aria-label={t('common.close')} autoFocus>
          <CloseIcon />
        </IconButton>
      </Box>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <ProductPicture product={product} />
        {pills}
        {product.description !== '' && (
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{product.description}</Typography>
        )}
        <Box component="dl" sx={facts}>
          {rows.map(({ name, value }) => (
            <Box key={name} sx={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Box>
          ))}
        </Box>
      </DialogContent>
    </Dialog>
  )
}

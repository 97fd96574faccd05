import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { LevelPill } from '#web/back-office/stock/stock-work/level-pill.tsx'
import { shownQuantity } from '#web/back-office/stock/stock-work/quantity-words.ts'

/** What a store has of a product, with a mark when that is little, and whether it is on sale there at all. */
export function InStoreCell({ row: { in_store: here, product_type: type, unit } }: { row: ProductRow }) {
  const { t } = useTranslation()
  if (!here) return '–'
  const hasShelf = here.level !== null || (here.offered && type === 'standard')
  const isWarned = here.level !== null && here.level !== 'ok' && (here.offered || here.level === 'negative')
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1, rowGap: 0.5, alignItems: 'center' }}
    >
      {hasShelf && (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {shownQuantity(here.quantity, unit, t)}
        </Box>
      )}{' '}
      {isWarned && here.level && <LevelPill level={here.level} />}{' '}
      {!here.offered && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('products.notOfferedHere')}
        </Box>
      )}
      {here.offered && !hasShelf && t('products.offeredHere')}
    </Box>
  )
}

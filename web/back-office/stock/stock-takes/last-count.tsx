import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { shownQuantity, signedText } from '#web/back-office/stock/stock-work/quantity-words.ts'
import type { Goods } from '#web/back-office/stock/stock-work/goods.ts'

/** The last count on this phone. */
export interface LastCount {
  goods: Goods
  mode: 'add' | 'set'
  quantity: number
}

interface LastCountProps {
  last: LastCount
  total: number | null
  disabled: boolean
  onUndo: () => void
  onMany: () => void
}

/** The last scan in large type: the product, the added quantity and the new total. */
export function LastCountCard({ last: { goods, mode, quantity }, total, disabled, onUndo, onMany }: LastCountProps) {
  const { t } = useTranslation()
  return (
    <Box
      role="group"
      aria-label={t('stockTakes.last')}
      sx={{ p: 2, borderRadius: 1, bgcolor: 'surface.lit', display: 'grid', gap: 1 }}
    >
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'baseline' }}>
        <Box sx={{ flex: 1, minWidth: 0, fontWeight: 700, fontSize: '1.125rem' }}>{goods.name}</Box>
        {mode === 'add' && <Box sx={{ fontWeight: 650 }}>{signedText(quantity, goods.unit, t)}</Box>}
        <Box sx={{ typography: 'amount', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {total === null ? '–' : shownQuantity(total, goods.unit, t)}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" size="small" disabled={disabled} onClick={onMany}>
          {t('stockTakes.many')}
        </Button>
        {mode === 'add' && quantity > 0 && (
          <Button variant="text" size="small" disabled={disabled} onClick={onUndo}>
            {t('common.undo')}
          </Button>
        )}
      </Box>
    </Box>
  )
}

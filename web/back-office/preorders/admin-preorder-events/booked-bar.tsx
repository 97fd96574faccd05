import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { PreorderEventItem } from '#contract/preorders/admin-preorder-events.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import { quantityText } from '#web/shop/catalogue/products/unit-text.ts'

const thousandths = (quantity: number) => thousandthsFromQuantity(quantity) ?? 0

/** How much of a product is booked, in words and as a bar of what its cap leaves. */
export function BookedBar({ item: { cap, booked, unit, orders } }: { item: PreorderEventItem }) {
  const { t } = useTranslation()
  const words = { booked: formatQuantity(thousandths(booked)), count: orders }
  const share = cap === null ? undefined : cap === 0 ? 1 : Math.min(1, booked / cap)
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
        {cap === null
          ? t('eventForm.bookedText', { ...words, booked: quantityText(thousandths(booked), unit, t) })
          : t('eventForm.bookedOf', { ...words, cap: quantityText(thousandths(cap), unit, t) })}
      </Box>
      {share !== undefined && (
        <Box
          aria-hidden
          sx={{ height: 8, borderRadius: 1, bgcolor: 'surface.mist', border: 1, borderColor: 'divider' }}
        >
          <Box
            sx={{
              width: `${share * 100}%`,
              height: '100%',
              borderRadius: 1,
              bgcolor: share === 1 ? 'sun' : 'primary.main',
            }}
          />
        </Box>
      )}
    </Box>
  )
}

import type { Purchase } from '#contract/purchases.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useStoreTime } from '#web/features/stores/use-store-time.ts'
import { purchasePath } from '#web/paths.ts'
import { eurosText } from '#web/ui/money-format.ts'
import { StatusPill } from '#web/ui/status-pill.tsx'
import type { MonthOfPurchases } from './months-of.ts'

/** 2026-11 as "November 2026", in the reader's language. */
function monthText(month: string, language: string): string {
  const text = new Date(`${month}-01T12:00:00Z`).toLocaleDateString(language, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

const row = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 60,
  py: 1,
  px: 2,
  color: 'inherit',
  textDecoration: 'none',
  '&:hover': { bgcolor: 'action.hover' },
} as const

function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { t } = useTranslation()
  const { id, store, paid_at: paidAt, total_amount: amount, refunded_amount: refunded, isPreorder } = purchase
  const timeText = useStoreTime(store.id)
  return (
    <Box component="li" sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <Box component={Link} to={purchasePath(id)} sx={row}>
        <Box sx={{ minWidth: 0 }}>
          <Box sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{store.name}</Box>
          <Typography
            component="span"
            variant="body2"
            sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
          >
            {[timeText(paidAt), ...(isPreorder ? [t('purchases.preorder')] : [])].join(' · ')}
          </Typography>
        </Box>
        <Box sx={{ display: 'grid', justifyItems: 'end', gap: 0.5, fontVariantNumeric: 'tabular-nums', flexShrink: 0 }}>
          <Box component="span" sx={{ fontWeight: 700, whiteSpace: 'nowrap' }}>
            {eurosText(amount)}
          </Box>
          {refunded > 0 && (
            <StatusPill tone="closed">{t('purchases.refunded', { amount: eurosText(refunded) })}</StatusPill>
          )}
        </Box>
      </Box>
    </Box>
  )
}

/** A month's purchases and what they came to. */
export function MonthSection({ month }: { month: MonthOfPurchases }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { purchases: count, total_amount: total, items } = month
  return (
    <section aria-labelledby={id}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'space-between',
          alignItems: 'baseline',
          columnGap: 2,
          mb: 1,
        }}
      >
        <Typography variant="h2" id={id}>
          {monthText(month.month, i18n.language)}
        </Typography>
        <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
          {t('purchases.month', { count, amount: eurosText(total) })}
        </Box>
      </Box>
      <Box
        component="ul"
        sx={{
          m: 0,
          p: 0,
          listStyle: 'none',
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          bgcolor: 'background.paper',
          overflow: 'hidden',
        }}
      >
        {items.map(purchase => (
          <PurchaseRow key={purchase.id} purchase={purchase} />
        ))}
      </Box>
    </section>
  )
}

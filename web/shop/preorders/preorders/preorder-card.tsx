import type { Preorder } from '#contract/preorders/preorders.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { preorderPath } from '#web/kit/paths.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { daysText } from '#domain/format/day-text.ts'
import { PreorderPill } from './preorder-pill.tsx'

/** The shopper's pre-order in a few lines: state, goods, pickup place and days, and price. */
export function PreorderCard({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const { id, event, store, status, total_amount: total } = preorder
  const reference = formatReferenceNumber(preorder.reference_number)
  const headingId = `preorder-${id}`
  const isReady = status === 'preorder_delivered'
  return (
    <Panel
      component="section"
      aria-label={`${event.name}, ${t('order.reference')} ${reference}`}
      tone={isReady ? 'attention' : 'plain'}
    >
      <PreorderPill preorder={preorder} />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1.5, mt: 1 }}>
        <Typography variant="h3" component="h2" id={headingId} sx={{ overflowWrap: 'anywhere' }}>
          {event.name}
        </Typography>
        <Box sx={{ fontWeight: 700, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>{eurosText(total)}</Box>
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {store.name}
        <br />
        {t('preorder.pickup', { dates: daysText(event) })}
      </Typography>
      <Box sx={{ mt: 1 }}>
        <SecondaryButton
          fullWidth
          look={isReady ? 'leaf' : 'outline'}
          component={Link}
          to={preorderPath(id)}
          aria-describedby={headingId}
        >
          {t('preorder.show')}
        </SecondaryButton>
      </Box>
    </Panel>
  )
}

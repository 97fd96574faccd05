import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { AdminPreorderEvent } from '#contract/preorders/admin-preorder-events.ts'
import { useRenewedNow } from '#web/shop/stores/stores/use-renewed-now.ts'
import { PATHS } from '#web/kit/paths.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { EventPill } from './event-status.tsx'

/** Where the event stands, what is booked of it, and the way to its pre-orders. */
export function BookedPanel({ event }: { event: AdminPreorderEvent }) {
  const { t } = useTranslation()
  const now = useRenewedNow()
  const orders = `${PATHS.preorders}?event_id=${event.id}`
  return (
    <Panel component="section" aria-label={t('eventForm.bookedTitle')}>
      <Typography variant="h2" sx={{ mb: 1.5 }}>
        {t('eventForm.bookedTitle')}
      </Typography>
      <EventPill event={event} now={now} />
      <Box sx={{ my: 1.5, fontVariantNumeric: 'tabular-nums' }}>
        {t('eventForm.ordersWorth', { count: event.orders, value: eurosText(event.value) })}
      </Box>
      {event.orders > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button variant="outlined" component={Link} to={orders}>
            {t('eventForm.seeOrders')}
          </Button>
          <Button variant="outlined" component={Link} to={`${orders}&view=totals`}>
            {t('eventForm.seeTotals')}
          </Button>
        </Box>
      )}
    </Panel>
  )
}

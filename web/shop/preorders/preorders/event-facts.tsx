import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { daysText } from '#domain/format/day-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useStoreDeadline } from '#web/shop/stores/stores/use-store-time.ts'

/** An event's description, pickup days and places, and its order deadline. */
export function EventFacts({ event, hasPlaces = false }: { event: PreorderEvent; hasPlaces?: boolean }) {
  const { t } = useTranslation()
  const { activeStoreId } = useUser()
  const deadlineText = useStoreDeadline(activeStoreId ?? event.stores[0]?.id)
  return (
    <Box component="span" sx={{ display: 'grid', gap: 0.25, fontVariantNumeric: 'tabular-nums' }}>
      {event.description !== '' && (
        <Typography component="span" sx={{ whiteSpace: 'pre-line', mb: 0.5 }}>
          {event.description}
        </Typography>
      )}
      <Typography component="span" sx={{ fontWeight: 650 }}>
        {t('preorder.pickup', { dates: daysText(event) })}
      </Typography>
      <Typography component="span" variant="body2" color="textSecondary">
        {t('preorder.orderUntil', { time: deadlineText(event.order_until) })}
      </Typography>
      {hasPlaces && (
        <Typography component="span" variant="body2" color="textSecondary">
          {t('preorder.places', { stores: event.stores.map(({ name }) => name).join(', ') })}
        </Typography>
      )}
    </Box>
  )
}

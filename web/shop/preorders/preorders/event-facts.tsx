import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { daysText } from '#domain/format/day-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { useStoreDeadline } from '#web/shop/stores/stores/use-store-time.ts'
import css from './preorders.module.css'

/** An event's description, pickup days and places, and its order deadline. */
export function EventFacts({ event, hasPlaces = false }: { event: PreorderEvent; hasPlaces?: boolean }) {
  const { t } = useTranslation()
  const { activeStoreId } = useUser()
  const deadlineText = useStoreDeadline(activeStoreId ?? event.stores[0]?.id)
  return (
    <span className={css.event}>
      {event.description !== '' && (
        <Text as="span" className={css.description}>
          {event.description}
        </Text>
      )}
      <Text as="span" className={css.pickupTime}>
        {t('preorder.pickup', { dates: daysText(event) })}
      </Text>
      <Text as="span" variant="body2" soft>
        {t('preorder.orderUntil', { time: deadlineText(event.order_until) })}
      </Text>
      {hasPlaces && (
        <Text as="span" variant="body2" soft>
          {t('preorder.places', { stores: event.stores.map(({ name }) => name).join(', ') })}
        </Text>
      )}
    </span>
  )
}

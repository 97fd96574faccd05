import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import type { Preorder } from '#contract/preorders/preorders.ts'
import { daysText } from '#domain/format/day-text.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS, preorderPath } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { NameList } from '#web/kit/ui/name-list.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { EventFacts } from './event-facts.tsx'
import { PreorderPill, readyFirst } from './preorder-facts.tsx'
import css from './preorders.module.css'
import { eventsQuery, ownPreordersQuery } from './queries.ts'

/** Links to what can be pre-ordered now: a single event by its name, or a general link. */
function OpenEvents({ events }: { events: readonly PreorderEvent[] }) {
  const { t } = useTranslation()
  const isStarted = useSyncExternalStore(preorderBasketStore.subscribe, preorderBasketStore.isStarted)
  const [first, ...others] = events
  if (!first) return null
  return (
    <Panel component="section" aria-labelledby="preorder-now">
      <Text variant="h3" as="h2" id="preorder-now" className={css.openTitle}>
        {others.length === 0 ? `${t('preorder.openNow')}: ${first.name}` : t('preorder.openNow')}
      </Text>
      {others.length === 0 ? (
        <EventFacts event={first} hasPlaces />
      ) : (
        <Text>
          <NameList names={events.map(({ name }) => name)} />
        </Text>
      )}
      <Text as="div" className={css.openAction}>
        <SecondaryButton fullWidth shape="leaf" component={Link} to={PATHS.preorderBasket}>
          {t(isStarted ? 'preorder.continue' : 'preorder.browse')}
        </SecondaryButton>
      </Text>
    </Panel>
  )
}

/** For the home page: the shopper's waiting pre-orders, ready ones first, and what can be pre-ordered. */
export function HomePreorders() {
  const { data: preorders = [] } = useQuery(ownPreordersQuery)
  const { data: events = [] } = useQuery(eventsQuery)
  return (
    <>
      {readyFirst(preorders).map(preorder => (
        <PreorderCard key={preorder.id} preorder={preorder} />
      ))}
      <OpenEvents events={events} />
    </>
  )
}

/** The shopper's pre-order in a few lines: state, goods, pickup place and days, and price. */
function PreorderCard({ preorder }: { preorder: Preorder }) {
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
      <div className={css.cardHead}>
        <Text variant="h3" as="h2" id={headingId} className={css.cardName}>
          {event.name}
        </Text>
        <div className={css.cardAmount}>{eurosText(total)}</div>
      </div>
      <Text variant="body2" soft className={css.cardReference}>
        {store.name}
        <br />
        {t('preorder.pickup', { dates: daysText(event) })}
      </Text>
      <div className={css.cardAction}>
        <SecondaryButton
          fullWidth
          shape={isReady ? 'leaf' : 'outline'}
          component={Link}
          to={preorderPath(id)}
          aria-describedby={headingId}
        >
          {t('preorder.show')}
        </SecondaryButton>
      </div>
    </Panel>
  )
}

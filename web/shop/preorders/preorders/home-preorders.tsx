import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { useQuery } from '@tanstack/react-query'
import Typography from '@mui/material/Typography'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { PATHS } from '#web/kit/paths.ts'
import { NameList } from '#web/kit/ui/name-list.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { EventFacts } from './event-facts.tsx'
import { PreorderCard } from './preorder-card.tsx'
import { readyFirst } from './preorder-state.ts'
import { eventsQuery, ownPreordersQuery } from './queries.ts'

/** Links to what can be pre-ordered now: a single event by its name, or a general link. */
function OpenEvents({ events }: { events: readonly PreorderEvent[] }) {
  const { t } = useTranslation()
  const isStarted = useSyncExternalStore(preorderBasketStore.subscribe, preorderBasketStore.isStarted)
  const [first, ...others] = events
  if (!first) return null
  return (
    <Panel component="section" aria-labelledby="preorder-now">
      <Typography variant="h3" component="h2" id="preorder-now" sx={{ mb: 0.5 }}>
        {others.length === 0 ? `${t('preorder.openNow')}: ${first.name}` : t('preorder.openNow')}
      </Typography>
      {others.length === 0 ? (
        <EventFacts event={first} hasPlaces />
      ) : (
        <Typography>
          <NameList names={events.map(({ name }) => name)} />
        </Typography>
      )}
      <Typography component="div" sx={{ mt: 1.25 }}>
        <SecondaryButton fullWidth look="leaf" component={Link} to={PATHS.preorderBasket}>
          {t(isStarted ? 'preorder.continue' : 'preorder.browse')}
        </SecondaryButton>
      </Typography>
    </Panel>
  )
}

/** For the home page: the shopper's waiting pre-orders, ready ones first, and what can be pre-ordered. */
export function HomePreorders() {
  const { data: own = [] } = useQuery(ownPreordersQuery)
  const { data: events = [] } = useQuery(eventsQuery)
  return (
    <>
      {readyFirst(own).map(preorder => (
        <PreorderCard key={preorder.id} preorder={preorder} />
      ))}
      <OpenEvents events={events} />
    </>
  )
}

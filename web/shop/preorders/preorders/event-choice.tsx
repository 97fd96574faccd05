import { useId, useState } from 'react'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import type { Store } from '#contract/stores/stores.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import { StoreSwitchQuestion, useStoreSwitch } from '#web/shop/orders/store-switch/store-switch-question.tsx'
import { useStores } from '#web/shop/stores/stores/queries.ts'
import { EventFacts } from './event-facts.tsx'
import css from './preorders.module.css'
import type { EventChoiceView } from './use-active-event.ts'

type EventCardsProps = {
  events: readonly PreorderEvent[]
  activeId: number | undefined
  onChoose: (event: PreorderEvent) => void
  isBusy: boolean
}

function EventCards({ events, activeId, onChoose, isBusy }: EventCardsProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Text variant="h2" id={id} className={css.eventsTitle}>
        {t('preorder.chooseEvent')}
      </Text>
      <ul className={css.events}>
        {events.map(event => (
          <li key={event.id}>
            <button
              type="button"
              onClick={() => onChoose(event)}
              disabled={isBusy}
              aria-current={event.id === activeId}
              className={joinClasses(css.choice, event.id === activeId && css.current)}
            >
              <Text as="span" variant="h3">
                {event.name}
              </Text>
              <EventFacts event={event} hasPlaces />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The event that is ordered from, and a choice of the others. */
export function EventChoice({ events, choice }: { events: readonly PreorderEvent[]; choice: EventChoiceView }) {
  const { t } = useTranslation()
  const id = useId()
  const [isChoosing, setChoosing] = useState(false)
  const { event, pendingEvent } = choice
  const choose = (chosen: PreorderEvent) => {
    setChoosing(false)
    if (chosen.id !== event?.id) choice.choose(chosen)
  }
  return (
    <>
      {!event || isChoosing ? (
        <EventCards events={events} activeId={event?.id} onChoose={choose} isBusy={choice.isBusy} />
      ) : (
        <Panel tone="fresh" component="section" aria-labelledby={id}>
          <Text variant="h2" id={id} className={css.eventName}>
            {event.name}
          </Text>
          <EventFacts event={event} />
          {events.length > 1 && (
            <div className={css.eventAction}>
              <SecondaryButton shape="quiet" small onClick={() => setChoosing(true)}>
                {t('preorder.otherEvent')}
              </SecondaryButton>
            </div>
          )}
        </Panel>
      )}
      <ConfirmDialog
        open={pendingEvent !== undefined}
        title={t('preorder.changeEventTitle', { event: pendingEvent?.name ?? '' })}
        text={t('preorder.changeEventText')}
        confirmText={t('preorder.changeEventConfirm')}
        cancelText={t('preorder.changeEventKeep')}
        onConfirm={choice.confirm}
        onCancel={choice.cancel}
        danger
      />
    </>
  )
}

type PlacesProps = {
  places: readonly Store[]
  onChoose: (store: Store) => void
  isBusy: boolean
}

function PickupPlaces({ places, onChoose, isBusy }: PlacesProps) {
  return (
    <ul className={css.places}>
      {places.map(store => (
        <li key={store.id}>
          <SecondaryButton fullWidth disabled={isBusy} onClick={() => onChoose(store)}>
            {store.name}
          </SecondaryButton>
        </li>
      ))}
    </ul>
  )
}

/** Whether the goods can be picked up in the shopper's active store. */
export const isOfferedAt = (event: PreorderEvent, storeId: number | null): boolean =>
  event.stores.some(({ id }) => id === storeId)

/** The pickup store: the active store if it takes part in the event; else, or on demand, one of the event's stores. */
export function PickupPlace({ event }: { event: PreorderEvent }) {
  const { t } = useTranslation()
  const id = useId()
  const { activeStoreId, active_store: store } = useUser()
  const { data: stores } = useStores()
  const [isChoosing, setChoosing] = useState(false)
  const { choose, isBusy, ...question } = useStoreSwitch(() => setChoosing(false))
  const isRight = isOfferedAt(event, activeStoreId)
  const places = stores?.filter(each => each.id !== activeStoreId && isOfferedAt(event, each.id)) ?? []
  return (
    <Panel component="section" aria-labelledby={id} tone={isRight ? 'plain' : 'attention'}>
      {isRight ? (
        <div className={css.pickup}>
          <Text id={id} className={css.pickupPlace}>
            {t('preorder.place', { store: store?.name ?? '' })}
          </Text>
          {places.length > 0 && !isChoosing && (
            <div className={css.pickupAction}>
              <SecondaryButton shape="quiet" small onClick={() => setChoosing(true)}>
                {t('home.change')}
              </SecondaryButton>
            </div>
          )}
        </div>
      ) : (
        <>
          <Text variant="h2" id={id}>
            {t('preorder.choosePlace')}
          </Text>
          {store && <Text className={css.storeOutside}>{t('preorder.storeOutside', { store: store.name })}</Text>}
        </>
      )}
      {(!isRight || isChoosing) && <PickupPlaces places={places} onChoose={choose} isBusy={isBusy} />}
      <StoreSwitchQuestion {...question} isBusy={isBusy} />
    </Panel>
  )
}

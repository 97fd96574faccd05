import { useId, useState } from 'react'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { cx, Text } from '#web/kit/ui/text.tsx'
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
      <Text look="h2" id={id} className={css.eventCardsChooseEvent}>
        {t('preorder.chooseEvent')}
      </Text>
      <ul className={css.eventCardsEvents}>
        {events.map(event => (
          <li key={event.id}>
            <button
              type="button"
              onClick={() => onChoose(event)}
              disabled={isBusy}
              aria-current={event.id === activeId}
              className={cx(css.choice, event.id === activeId && css.current)}
            >
              <Text as="span" look="h3">
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
  const { event, asked } = choice
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
          <Text look="h2" id={id} className={css.eventChoiceName}>
            {event.name}
          </Text>
          <EventFacts event={event} />
          {events.length > 1 && (
            <div className={css.eventChoiceSecondaryButton}>
              <SecondaryButton look="quiet" small onClick={() => setChoosing(true)}>
                {t('preorder.otherEvent')}
              </SecondaryButton>
            </div>
          )}
        </Panel>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        title={t('preorder.changeEventTitle', { event: asked?.name ?? '' })}
        text={t('preorder.changeEventText')}
        confirmText={t('preorder.changeEventConfirm')}
        cancelText={t('preorder.changeEventKeep')}
        onConfirm={choice.confirm}
        onCancel={choice.keep}
        danger
      />
    </>
  )
}

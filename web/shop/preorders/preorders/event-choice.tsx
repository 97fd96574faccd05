import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { EventFacts } from './event-facts.tsx'
import type { EventChoiceView } from './use-active-event.ts'

const row = {
  width: '100%',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'start',
  textAlign: 'start',
  gap: 0.5,
  p: 2,
  border: 1,
  borderColor: 'line.strong',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '&:hover': { borderColor: 'primary.main' },
} as const

const current = {
  borderColor: 'primary.main',
  outline: '1px solid',
  outlineColor: 'primary.main',
  bgcolor: 'surface.mist',
}

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
      <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
        {t('preorder.chooseEvent')}
      </Typography>
      <Box component="ul" sx={{ display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' }}>
        {events.map(event => (
          <li key={event.id}>
            <ButtonBase
              onClick={() => onChoose(event)}
              disabled={isBusy}
              aria-current={event.id === activeId}
              sx={{ ...row, ...(event.id === activeId && current) }}
            >
              <Typography component="span" variant="h3">
                {event.name}
              </Typography>
              <EventFacts event={event} hasPlaces />
            </ButtonBase>
          </li>
        ))}
      </Box>
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
          <Typography variant="h2" id={id} sx={{ mb: 0.5 }}>
            {event.name}
          </Typography>
          <EventFacts event={event} />
          {events.length > 1 && (
            <Box sx={{ mt: 0.5, ml: -1.5, mb: -1 }}>
              <SecondaryButton look="quiet" small onClick={() => setChoosing(true)}>
                {t('preorder.otherEvent')}
              </SecondaryButton>
            </Box>
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

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Radio from '@mui/material/Radio'
import { useId } from 'react'
import type { AdminPreorderEvent } from '#contract/preorders/admin-preorder-events.ts'
import { EVENT_STATUSES, type EventStatus, acceptsOrders } from '#domain/preorders/preorder-event.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { useRenewedNow } from '#web/kit/api/use-renewed-now.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import type { EventStore } from './queries.ts'
import type { EventFormControl } from './use-event-form.ts'

type StatusFieldsProps = {
  form: EventFormControl
  event: AdminPreorderEvent | undefined
}

type ChoiceProps = { status: EventStatus; isChosen: boolean; onChoose: () => void }

function StatusChoice({ status, isChosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box component="label" htmlFor={id} sx={{ display: 'flex', alignItems: 'start', gap: 1, minHeight: 44 }}>
      <Radio
        id={id}
        name="status"
        value={status}
        checked={isChosen}
        onChange={onChoose}
        slotProps={{ input: { 'aria-describedby': `${id}-help` } }}
        sx={{ ml: -1.25, my: -0.25 }}
      />
      <Box component="span" sx={{ pt: 1.125 }}>
        {t(`eventForm.phases.${status}`)}
        <Box component="span" id={`${id}-help`} sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
          {t(`eventForm.statusHints.${status}`)}
        </Box>
      </Box>
    </Box>
  )
}

/** What shoppers can do with the event, in plain words; opening and closing take one press. */
export function StatusFields({ form, event }: StatusFieldsProps) {
  const { t } = useTranslation()
  const now = useRenewedNow()
  const id = useId()
  const { status } = form.values
  const error = form.getProblem('status')
  const isOver = event !== undefined && getPhase(event, now) === 'over'
  return (
    <FormSection title={t('eventForm.fields.status')}>
      <WideField>
        <Box
          role="radiogroup"
          aria-label={t('eventForm.fields.status')}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          sx={{ display: 'grid', gap: 0.5 }}
        >
          {EVENT_STATUSES.map(each => (
            <StatusChoice
              key={each}
              status={each}
              isChosen={status === each}
              onChoose={() => form.set('status', each)}
            />
          ))}
        </Box>
        {error !== undefined && (
          <Box id={`${id}-error`} sx={{ color: 'error.main', mt: 0.5 }}>
            {error}
          </Box>
        )}
      </WideField>
      {isOver && (
        <WideField>
          <Panel tone="attention">{t('eventForm.overText')}</Panel>
        </WideField>
      )}
      <WideField>
        {event?.status === 'open' ? (
          <Button variant="outlined" disabled={form.isSaving} onClick={() => form.saveAs('closed')}>
            {t('eventForm.closeNow')}
          </Button>
        ) : (
          <Button variant="outlined" disabled={form.isSaving} onClick={() => form.saveAs('open')}>
            {t(event ? 'eventForm.openNow' : 'eventForm.createOpen')}
          </Button>
        )}
      </WideField>
    </FormSection>
  )
}

/** `over`: open, but past its deadline for orders. */
export const EVENT_PHASES = [...EVENT_STATUSES, 'over'] as const
type EventPhase = (typeof EVENT_PHASES)[number]

type DatedEvent = {
  status: EventStatus
  start_date: string
  end_date: string
  order_until: string | null
}

/** An event's phase at a moment, by the shop's clock. */
function getPhase({ status, start_date, end_date, order_until }: DatedEvent, now: Date): EventPhase {
  const dates = { startDate: start_date, endDate: end_date, orderUntil: order_until ? new Date(order_until) : null }
  return status === 'open' && !acceptsOrders({ ...dates, status }, SHOP_TIME_ZONE, now) ? 'over' : status
}

const STATE_TONES = { draft: 'attention', open: 'open', over: 'closed', closed: 'closed' } as const

/** The event's phase: what shoppers can do with it. */
export function EventPill({ event, now }: { event: DatedEvent; now: Date }) {
  const { t } = useTranslation()
  const phase = getPhase(event, now)
  return <StatusPill tone={STATE_TONES[phase]}>{t(`eventForm.phases.${phase}`)}</StatusPill>
}

type StoreFieldsProps = {
  form: EventFormControl
  stores: readonly EventStore[]
}

const columnTemplate = { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' }

/** The pickup stores. */
export function StoreFields({ form, stores }: StoreFieldsProps) {
  const { t } = useTranslation()
  const getHint = ({ takesPreorders, orders }: EventStore) => {
    const facts = [
      ...(orders > 0 ? [t('eventForm.storeOrders', { count: orders })] : []),
      ...(takesPreorders ? [] : [t('eventForm.storeHidden')]),
    ]
    return facts.length > 0 ? { hint: facts.join(' ') } : {}
  }
  const problem = form.getProblem('store_ids')
  return (
    <FormSection title={t('eventForm.stores')} lead={t('eventForm.storesLead')}>
      <WideField>
        {/* The target for problems of the whole group. */}
        <Box
          component="fieldset"
          name="store_ids"
          tabIndex={-1}
          aria-label={t('eventForm.stores')}
          sx={{ m: 0, p: 0, border: 0, minWidth: 0, display: 'grid', gap: 1, gridTemplateColumns: columnTemplate }}
        >
          {stores.map(store => {
            const storeProblem = form.getProblem(`stores.${store.id}`)
            return (
              <Box key={store.id}>
                <CheckInput label={store.name} {...getHint(store)} {...form.check(`stores.${store.id}`)} />
                {storeProblem !== undefined && <Box sx={{ color: 'error.main' }}>{storeProblem}</Box>}
              </Box>
            )
          })}
        </Box>
        {problem !== undefined && <Box sx={{ color: 'error.main' }}>{problem}</Box>}
      </WideField>
      {stores.length === 0 && (
        <WideField>
          <Box sx={{ color: 'text.secondary' }}>{t('eventForm.noStores')}</Box>
          <MuiLink
            component={Link}
            to={PATHS.stores}
            sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 44 }}
          >
            {t('links./stores')}
          </MuiLink>
        </WideField>
      )}
    </FormSection>
  )
}

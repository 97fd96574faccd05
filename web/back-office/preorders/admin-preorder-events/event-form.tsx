import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { AdminPreorderEvent } from '#contract/preorders/admin-preorder-events.ts'
import { RecordTrail } from '#web/back-office/administration/audit/record-trail.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { TextFields } from '#web/kit/forms/text-fields.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { DateFields } from './date-fields.tsx'
import type { EventDraft } from './event-draft.ts'
import { useFieldWords } from './field-words.ts'
import { ItemFields } from './item-fields.tsx'
import type { EventStore } from './queries.ts'
import { RemoveEvent } from './remove-event.tsx'
import { StatusFields } from './status-fields.tsx'
import { StoreFields } from './store-fields.tsx'
import { useEventForm } from './use-event-form.ts'
import Typography from '@mui/material/Typography'
import { useRenewedNow } from '#web/shop/stores/stores/use-renewed-now.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'
import { EventPill } from './event-status.tsx'

/** The event's state, what is booked, and a link to its pre-orders. */
function BookedPanel({ event }: { event: AdminPreorderEvent }) {
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

interface EventFormProps {
  title: string
  /** The initial values. */
  values: EventDraft
  /** The stores that the event may include. */
  stores: readonly EventStore[]
  /** The edited event; without it a new one is created. */
  event?: AdminPreorderEvent
  /** The event that a new one is copied from. */
  copied?: AdminPreorderEvent
}

/** A pre-order event's form, with its bookings and history beside it. */
export function EventForm({ title, values, stores, event, copied }: EventFormProps) {
  const { t } = useTranslation()
  const form = useEventForm({ values, event, storeIds: stores.map(({ id }) => id) })
  // A copy takes only the products' names: nothing is booked yet.
  const items = event?.products ?? copied?.products.map(item => ({ ...item, booked: 0, orders: 0 })) ?? []
  const words = useFieldWords({ stores, items })
  return (
    <RecordFormFrame
      title={title}
      form={form}
      {...words}
      record={event && { kind: 'preorder_event', id: event.id }}
      aside={
        event && (
          <Button variant="outlined" component={Link} to={`${PATHS.preorderEvents}/${event.id}/copy`}>
            {t('eventForm.copy')}
          </Button>
        )
      }
      side={
        event && (
          <>
            <BookedPanel event={event} />
            <RecordTrail kind="preorder_event" id={event.id} revision={event.revision} />
          </>
        )
      }
    >
      {copied && !form.isDirty && (
        <Panel tone="fresh">
          <Box sx={{ mb: 1.5 }}>{t('eventForm.copyText')}</Box>
          <ActionButton type="submit" variant="contained" loading={form.isSaving}>
            {t('eventForm.createCopy')}
          </ActionButton>
        </Panel>
      )}
      <TextFields title={t('eventForm.texts')} form={form} />
      <DateFields form={form} event={event} />
      <StatusFields form={form} event={event} />
      <StoreFields form={form} stores={stores} />
      <ItemFields form={form} items={items} />
      {event && <RemoveEvent event={event} name={title} isDirty={form.isDirty} />}
    </RecordFormFrame>
  )
}

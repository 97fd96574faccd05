import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useNavigate } from 'react-router'
import {
  type AdminPreorderEvent,
  adminPreorderEvents,
  type PreorderEventItem,
} from '#contract/preorders/admin-preorder-events.ts'
import { dayText } from '#domain/format/day-text.ts'
import { EVENT_FIELDS } from '#domain/preorders/event-fields.ts'
import { EVENT_STATUSES } from '#domain/preorders/preorder-event.ts'
import { fieldNames } from '#domain/record-fields.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { useRenewedNow } from '#web/kit/api/use-renewed-now.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { RemoveRecord } from '#web/kit/forms/remove-record.tsx'
import { TextFields } from '#web/kit/forms/text-fields.tsx'
import { TEXT_FIELDS } from '#web/kit/forms/texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { EventPill, StatusFields, StoreFields } from './event-fields.tsx'
import type { EventFormValues } from './event-form-values.ts'
import { ItemFields } from './item-fields.tsx'
import type { EventStore } from './queries.ts'
import { type EventFormControl, useEventForm } from './use-event-form.ts'

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

type EventFormProps = {
  title: string
  /** The initial values. */
  values: EventFormValues
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
  const words = useFieldLabels({ stores, items })
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
            <RecordAuditLog kind="preorder_event" id={event.id} revision={event.revision} />
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

type DateFieldsProps = {
  form: EventFormControl
  event: AdminPreorderEvent | undefined
}

/** The pickup days, and the deadline for orders. */
function DateFields({ form, event }: DateFieldsProps) {
  const { t } = useTranslation()
  const { start_date: start, end_date: end } = form.values
  const isMoved = event !== undefined && (event.start_date !== start || event.end_date !== end)
  return (
    <FormSection title={t('eventForm.dates')} lead={t('eventForm.datesLead')}>
      <DateInput label={t('eventForm.fields.start_date')} required {...form.field('start_date')} />
      <DateInput label={t('eventForm.fields.end_date')} required {...form.field('end_date')} />
      <DateInput
        label={t('eventForm.fields.order_until')}
        hint={t('eventForm.untilHint')}
        {...form.field('order_until')}
      />
      <TextInput
        label={t('eventForm.fields.order_until_time')}
        autoComplete="off"
        hint={t('eventForm.timeHint')}
        {...form.field('order_until_time')}
      />
      {isMoved && event.orders > 0 && (
        <WideField>
          <Panel tone="attention">{t('eventForm.movedWarning', { count: event.orders })}</Panel>
        </WideField>
      )}
    </FormSection>
  )
}

/** The fields whose labels are the texts eventForm.fields.<name>. */
export const LABELLED_FIELDS = [...fieldNames(EVENT_FIELDS), 'order_until_time', 'product_order'] as const

type KnownStores = {
  stores: readonly EventStore[]
  items: readonly PreorderEventItem[]
}

/** Labels and readable values of fields, for showing two admins' versions side by side. */
function useFieldLabels({ stores, items }: KnownStores) {
  const { t } = useTranslation()
  const productName = (id: string) => items.find(each => String(each.product_id) === id)?.name ?? id
  const getLabel = (field: string): string => {
    const text = TEXT_FIELDS.find(name => name === field)
    if (text) return t(`productForm.${text}`)
    const labelledField = LABELLED_FIELDS.find(name => name === field)
    if (labelledField) return t(`eventForm.fields.${labelledField}`)
    const [kind, id = ''] = field.split('.')
    if (kind === 'stores') return stores.find(store => String(store.id) === id)?.name ?? id
    if (field === 'store_ids') return t('eventForm.stores')
    if (kind === 'limits') return t('eventForm.limitOf', { name: productName(id) })
    return id === '' ? t('eventForm.products') : t('eventForm.capOf', { name: productName(id) })
  }
  const formatValue = (field: string, value: string | boolean): string | undefined => {
    const status = field === 'status' && EVENT_STATUSES.find(each => each === value)
    if (status) return t(`eventForm.phases.${status}`)
    if (typeof value !== 'string' || value === '') return undefined
    if (/_date$|^order_until$/.test(field)) return dayText(value)
    return field === 'product_order' ? value.split(',').map(productName).join(', ') : undefined
  }
  return { getLabel, formatValue }
}

type RemoveEventProps = {
  event: AdminPreorderEvent
  name: string
  isDirty: boolean
}

/** Removes a draft without orders; any other event can only be closed. */
function RemoveEvent({ event: { id, status, orders }, name, isDirty }: RemoveEventProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const remove = async () => {
    // The page of the removed event is open until the list is.
    await callApi(adminPreorderEvents.remove, { params: { id }, reload: 'later' })
    await navigate(PATHS.preorderEvents, { replace: true })
    return t('eventForm.removed', { name })
  }
  if (status !== 'draft' || orders > 0)
    return <Box sx={{ color: 'text.secondary' }}>{t('eventForm.whyNotRemoved')}</Box>
  return (
    <Box>
      <RemoveRecord
        label={t('eventForm.remove')}
        title={t('eventForm.removeTitle', { name })}
        text={t('eventForm.removeText')}
        disabled={isDirty}
        onRemove={remove}
      />
    </Box>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { type AdminPreorderEvent, adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { displayName } from '#web/back-office/catalogue/admin-products/display-name.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { copyValues, toFormValues, newFormValues } from './event-form-values.ts'
import { EventForm } from './event-form.tsx'
import { type EventStore, useEventStores } from './queries.ts'

type EventStores = { stores: readonly EventStore[] }

const getIds = (stores: readonly EventStore[]) => stores.map(({ id }) => id)

function NewEvent({ stores }: EventStores) {
  const { t } = useTranslation()
  const values = useMemo(() => newFormValues(getIds(stores)), [stores])
  return <EventForm title={t('eventForm.new')} values={values} stores={stores} />
}

function EditedEvent({ event, stores }: EventStores & { event: AdminPreorderEvent }) {
  const { i18n } = useTranslation()
  const values = useMemo(() => toFormValues(event, getIds(stores)), [event, stores])
  return <EventForm title={displayName(event.names, i18n.language)} values={values} stores={stores} event={event} />
}

function CopiedEvent({ event, stores }: EventStores & { event: AdminPreorderEvent }) {
  const { t, i18n } = useTranslation()
  const [now] = useState(() => new Date())
  const values = useMemo(() => copyValues(event, getIds(stores), now), [event, stores, now])
  const title = t('eventForm.copyOf', { name: displayName(event.names, i18n.language) })
  return <EventForm title={title} values={values} stores={stores} copied={event} />
}

export function EventCreatePage() {
  const stores = useEventStores(undefined)
  return stores ? <NewEvent stores={stores} /> : <RecordLoading />
}

/** Edits an event, or creates a copy of it. */
export function EventPage() {
  const { id = '', op } = useParams()
  const { data } = useQuery(queryFor(adminPreorderEvents.get, { params: { id } }))
  const stores = useEventStores(data?.stores)
  if (data === undefined || stores === undefined) return <RecordLoading />
  return op === 'copy' ? (
    <CopiedEvent key={`copy-${id}`} event={data} stores={stores.filter(store => store.takesPreorders)} />
  ) : (
    <EditedEvent key={id} event={data} stores={stores} />
  )
}

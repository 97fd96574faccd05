import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { type AdminPreorderEvent, adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { PATHS } from '#web/kit/paths.ts'
import { draftOf, type EventDraft, inputOf } from './event-draft.ts'
import { EVENT_MERGING } from './event-merging.ts'
import { describeProblems, draftProblems } from './event-problems.ts'

interface EventFormOptions {
  /** The initial values; the same object until newer data is loaded. */
  values: EventDraft
  /** The stores that an event may include. */
  storeIds: readonly number[]
  /** The edited event; without it a new one is created. */
  event?: AdminPreorderEvent | undefined
}

/** Updates the cache after any change of an event. */
export function useEventChanged() {
  const cache = useQueryClient()
  return (event?: AdminPreorderEvent) => {
    if (event) cache.setQueryData(queryKeyOf(adminPreorderEvents.read, { params: { id: String(event.id) } }), event)
    const old = [queryKeyOf(adminPreorderEvents.list), queryKeyOf(adminPreorderEvents.choices), ['admin/audit']]
    for (const queryKey of old) void cache.invalidateQueries({ queryKey })
  }
}

/** The form of an event, and its saving. */
export function useEventForm({ values, storeIds, event }: EventFormOptions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const changed = useEventChanged()
  const form = useRecordForm<EventDraft, AdminPreorderEvent>({
    values,
    revision: event?.revision,
    merging: EVENT_MERGING,
    check: draft => draftProblems(draft, event, t),
    save: (draft, revision) =>
      event && revision !== undefined
        ? callApi(adminPreorderEvents.update, { params: { id: event.id }, body: { ...inputOf(draft), revision } })
        : callApi(adminPreorderEvents.create, { body: inputOf(draft) }),
    read: saved => ({ values: draftOf(saved, storeIds), revision: saved.revision }),
    describe: problems => describeProblems(problems, t),
    onSaved: saved => {
      changed(saved)
      if (!event) void navigate(`${PATHS.preorderEvents}/${saved.id}/edit`, { replace: true })
    },
  })
  return { ...form, saveAs: useSaveAs(form) }
}

type Form = {
  values: EventDraft
  set: (field: 'status', status: EventDraft['status']) => void
  submit: () => void
}

/** Saves the form with another status, in one press. */
function useSaveAs({ values, set, submit }: Form) {
  const wanted = useRef<EventDraft['status']>(undefined)
  const send = useEffectEvent(submit)
  useEffect(() => {
    // Sends only once the form has the new status.
    if (wanted.current !== values.status) return
    wanted.current = undefined
    send()
  }, [values.status])
  return (status: EventDraft['status']) => {
    if (status === values.status) return submit()
    wanted.current = status
    set('status', status)
  }
}

export type EventFormControl = ReturnType<typeof useEventForm>

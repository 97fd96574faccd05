import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type AdminPreorderEvent, adminPreorderEvents } from '#contract/preorders/admin-preorder-events.ts'
import { EVENT_PROBLEMS, type EventProblem } from '#domain/preorders/preorder-event-form.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { problemsAmong } from '#web/kit/forms/record-fields.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { formProblems, toFormProblem } from './event-form-problems.ts'
import { EVENT_MERGING, type EventFormValues, ITEM_PREFIX, toFormValues, toInput } from './event-form-values.ts'

type EventFormOptions = {
  /** The initial values; the same object until newer data is loaded. */
  values: EventFormValues
  /** The stores that an event may include. */
  storeIds: readonly number[]
  /** The edited event; without it a new one is created. */
  event?: AdminPreorderEvent | undefined
}

/** The form of an event, and its saving. */
export function useEventForm({ values, storeIds, event }: EventFormOptions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const [lacking, setLacking] = useState<readonly string[]>([])
  const form = useRecordForm<EventFormValues, AdminPreorderEvent>({
    values,
    revision: event?.revision,
    merging: EVENT_MERGING,
    check: draft => formProblems(draft, event, t),
    save: (draft, revision) =>
      event && revision !== undefined
        ? callApi(adminPreorderEvents.update, { params: { id: event.id }, body: { ...toInput(draft), revision } })
        : callApi(adminPreorderEvents.create, { body: toInput(draft) }),
    read: saved => ({ values: toFormValues(saved, storeIds), revision: saved.revision }),
    describe: problems => {
      const found = problemsAmong<EventProblem>(problems, EVENT_PROBLEMS)
      setLacking(found.filter(({ problem }) => problem === 'foodMissing').map(({ field }) => field))
      return found.map(problem => toFormProblem(t, problem))
    },
    onSaved: saved => {
      cache.setQueryData(queryKey(adminPreorderEvents.get, { params: { id: String(saved.id) } }), saved)
      if (!event) void navigate(`${PATHS.preorderEvents}/${saved.id}/edit`, { replace: true })
    },
  })
  /** Whether the server refused a product for its missing food information. */
  const lacksFood = (productId: number) => {
    const field = `${ITEM_PREFIX}${productId}`
    return lacking.includes(field) && form.getProblem(field) !== undefined
  }
  return { ...form, lacksFood, saveAs: useSaveAs(form) }
}

type EventFormState = {
  values: EventFormValues
  set: (field: 'status', status: EventFormValues['status']) => void
  submit: () => void
}

/** Saves the form with another status, in one press. */
function useSaveAs({ values, set, submit }: EventFormState) {
  const statusToSave = useRef<EventFormValues['status']>(undefined)
  const send = useEffectEvent(submit)
  useEffect(() => {
    // Sends only once the form has the new status.
    if (statusToSave.current !== values.status) return
    statusToSave.current = undefined
    send()
  }, [values.status])
  return (status: EventFormValues['status']) => {
    if (status === values.status) return submit()
    statusToSave.current = status
    set('status', status)
  }
}

export type EventFormControl = ReturnType<typeof useEventForm>

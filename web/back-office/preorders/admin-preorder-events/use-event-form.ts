import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import {
  type AdminPreorderEvent,
  adminPreorderEvents,
  type PreorderEventInput,
} from '#contract/preorders/admin-preorder-events.ts'
import { isDay } from '#domain/format/iso-day.ts'
import {
  bookingProblems,
  EVENT_PROBLEMS,
  type EventProblem,
  eventProblems,
} from '#domain/preorders/preorder-event-form.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE, shopDate } from '#domain/shop-date.ts'
import { repeatedDates } from '#domain/stores/repeated-dates.ts'
import type { Fields } from '#domain/three-way-merge.ts'
import { readTimeOfDay, toInstant, zonedTime } from '#domain/zoned-time.ts'
import { missingFoodText } from '#web/back-office/catalogue/food-information/food-panel.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-of.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import { inFormOrder, problemsAmong, numberIn, typedNumber } from '#web/kit/forms/record-fields.ts'
import { NO_TEXTS, textsIn, typedTexts, type TypedTexts } from '#web/kit/forms/texts.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'

type InStores = { [store: `stores.${number}`]: boolean }
/** By product: the cap, and the limit per shopper. */
type Caps = { [product: `items.${number}`]: string } & { [product: `limits.${number}`]: string }

/** An event as typed. */
export type EventFormValues = TypedTexts &
  InStores &
  Caps & {
    start_date: string
    end_date: string
    /** A day and a time in the shop's time zone; no day means until the first day begins. */
    order_until: string
    order_until_time: string
    status: AdminPreorderEvent['status']
    /** Ids separated by commas: a form's values are flat. */
    product_order: string
  }

const EMPTY: EventFormValues = {
  ...NO_TEXTS,
  start_date: '',
  end_date: '',
  order_until: '',
  order_until_time: '',
  status: 'draft',
  product_order: '',
}

export const productIds = ({ product_order: order }: Pick<EventFormValues, 'product_order'>): number[] =>
  order === '' ? [] : order.split(',').map(Number)

export const typedOrder = (ids: readonly number[]): string => ids.join(',')

/** All stores unchecked. */
const unchosen = (storeIds: readonly number[]): InStores =>
  Object.fromEntries(storeIds.map(id => [`stores.${id}`, false]))

/** The initial values of a new event; the stores are those that it may include. */
export const newFormValues = (storeIds: readonly number[]): EventFormValues => ({ ...EMPTY, ...unchosen(storeIds) })

/** An event as the form's values. */
export function toFormValues(event: AdminPreorderEvent, storeIds: readonly number[]): EventFormValues {
  const until = event.order_until === null ? undefined : zonedTime(new Date(event.order_until), SHOP_TIME_ZONE)
  return {
    ...typedTexts(event),
    start_date: event.start_date,
    end_date: event.end_date,
    order_until: until?.date ?? '',
    order_until_time: until?.time ?? '',
    status: event.status,
    ...unchosen(storeIds),
    ...Object.fromEntries(event.stores.map(({ store_id: id }) => [`stores.${id}`, true])),
    product_order: typedOrder(event.products.map(({ product_id: id }) => id)),
    ...Object.fromEntries(
      event.products.flatMap(({ product_id: id, cap, per_shopper: max }) => [
        [`items.${id}`, typedNumber(cap)],
        [`limits.${id}`, typedNumber(max)],
      ]),
    ),
  }
}

/** The initial values of a copy: an earlier event as a draft, some weeks later, in the stores that still take pre-orders. */
export function copyValues(event: AdminPreorderEvent, storeIds: readonly number[], now: Date): EventFormValues {
  const draft = toFormValues(event, storeIds)
  const { start, end, until } = repeatedDates(
    { start: draft.start_date, end: draft.end_date, until: draft.order_until },
    shopDate(now),
  )
  const stores = event.stores.map(({ store_id: id, takes_preorders: takes }) => [`stores.${id}`, takes])
  const dates = { start_date: start, end_date: end, order_until: until }
  return { ...draft, ...dates, ...Object.fromEntries(stores), status: 'draft' }
}

/** Null for none; '' for an invalid day, which isn't a valid instant either. */
function instantIn({ order_until: date, order_until_time: time }: EventFormValues): string | null {
  if (date === '') return null
  if (!isDay(date)) return ''
  const [hours = 0, minutes = 0] = readTimeOfDay(time)?.split(':').map(Number) ?? []
  return new Date(toInstant(date, hours * 60 + minutes, SHOP_TIME_ZONE)).toISOString()
}

const chosenStoreIds = (draft: EventFormValues): number[] =>
  Object.entries(draft).flatMap(([field, value]) =>
    field.startsWith('stores.') && value === true ? [Number(field.slice('stores.'.length))] : [],
  )

/** The draft in the contract's shape. An invalid cap is NaN: check the draft's problems first. */
const toInput = (draft: EventFormValues): PreorderEventInput => ({
  ...textsIn(draft),
  start_date: draft.start_date,
  end_date: draft.end_date,
  order_until: instantIn(draft),
  status: draft.status,
  store_ids: chosenStoreIds(draft),
  products: productIds(draft).map(id => ({
    product_id: id,
    cap: numberIn(draft[`items.${id}`] ?? ''),
    per_shopper: numberIn(draft[`limits.${id}`] ?? ''),
  })),
})

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
    const field = `${ITEM}${productId}`
    return lacking.includes(field) && form.getProblem(field) !== undefined
  }
  return { ...form, lacksFood, saveAs: useSaveAs(form) }
}

type Form = {
  values: EventFormValues
  set: (field: 'status', status: EventFormValues['status']) => void
  submit: () => void
}

/** Saves the form with another status, in one press. */
function useSaveAs({ values, set, submit }: Form) {
  const wanted = useRef<EventFormValues['status']>(undefined)
  const send = useEffectEvent(submit)
  useEffect(() => {
    // Sends only once the form has the new status.
    if (wanted.current !== values.status) return
    wanted.current = undefined
    send()
  }, [values.status])
  return (status: EventFormValues['status']) => {
    if (status === values.status) return submit()
    wanted.current = status
    set('status', status)
  }
}

export type EventFormControl = ReturnType<typeof useEventForm>

const ITEM = 'items.'

/** A removed product has no cap either, so that its removal conflicts with a change of its cap. */
function split(draft: EventFormValues): Fields {
  const sold = new Set(productIds(draft).map(id => `${ITEM}${id}`))
  const rest = Object.entries(draft).filter(([field]) => !field.startsWith(ITEM))
  const caps = [...sold].map((field): [string, string] => [
    field,
    draft[`items.${Number(field.slice(ITEM.length))}`] ?? '',
  ])
  return Object.fromEntries([...rest, ...caps])
}

export const EVENT_MERGING: MergeShape<EventFormValues> = {
  getGroup: field => (field === 'order_until_time' ? 'order_until' : field),
  split,
  // No draft needs what `split` leaves out.
  join: fields => fields as EventFormValues,
  order: { field: 'product_order', separator: ',', toField: id => `${ITEM}${id}` },
}

// A problem of all names is shown at the first of them.
const toFieldName = (field: string) => (field === 'names' ? 'names.fi' : field)

const toFormProblem = (t: Translate, { field, problem, count, booked, missing }: EventProblem): FormProblem => ({
  field: toFieldName(field),
  text: t(`eventForm.problems.${problem}`, {
    count: count ?? 0,
    booked: formatQuantity(thousandthsFromQuantity(booked ?? 0) ?? 0),
    missing: missingFoodText(missing ?? [], t),
  }),
})

function problemsIn(draft: EventFormValues, event: AdminPreorderEvent | undefined): EventProblem[] {
  const { order_until: day, order_until_time: time } = draft
  const form = toInput(draft)
  return [
    ...eventProblems(form, SHOP_TIME_ZONE),
    ...(event ? bookingProblems(form, event) : []),
    ...(day !== '' && readTimeOfDay(time) === undefined
      ? [{ field: 'order_until_time', problem: time.trim() === '' ? ('required' as const) : ('time' as const) }]
      : []),
    ...(day === '' && time.trim() !== '' ? [{ field: 'order_until', problem: 'required' as const }] : []),
  ]
}

/** What is wrong with the draft, as texts; each field has one, in the order of the form. */
const formProblems = (draft: EventFormValues, event: AdminPreorderEvent | undefined, t: Translate): FormProblem[] =>
  inFormOrder(
    problemsIn(draft, event).map(problem => toFormProblem(t, problem)),
    draft,
  )

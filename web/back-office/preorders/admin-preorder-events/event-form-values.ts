import type { AdminPreorderEvent, WholeEventInput } from '#contract/preorders/admin-preorder-events.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { EVENT_FIELDS } from '#domain/preorders/event-fields.ts'
import { SHOP_TIME_ZONE, shopDate } from '#domain/shop-date.ts'
import { repeatedDates } from '#domain/stores/repeated-dates.ts'
import type { Fields } from '#domain/three-way-merge.ts'
import { readTimeOfDay, toInstant, zonedTime } from '#domain/zoned-time.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import {
  newTypedRecord,
  numberIn,
  recordIn,
  type TypedRecord,
  toNumberInput,
  typedRecord,
} from '#web/kit/forms/record-fields.ts'
import { NO_TEXTS, textsIn, typedTexts, type TypedTexts } from '#web/kit/forms/texts.ts'

type InStores = { [store: `stores.${number}`]: boolean }
/** By product: the cap, and the limit per shopper. */
type CapFields = { [product: `items.${number}`]: string } & { [product: `limits.${number}`]: string }

/** An event as typed. */
export type EventFormValues = TypedTexts &
  TypedRecord<typeof EVENT_FIELDS> &
  InStores &
  CapFields & {
    /** The time of day of `order_until`, whose day is typed in the shop's time zone; no day: until the first day begins. */
    order_until_time: string
    /** Ids separated by commas: a form's values are flat. */
    product_order: string
  }

const EMPTY_FORM: EventFormValues = {
  ...NO_TEXTS,
  ...newTypedRecord(EVENT_FIELDS),
  order_until_time: '',
  product_order: '',
}

export const productIds = ({ product_order: order }: Pick<EventFormValues, 'product_order'>): number[] =>
  order === '' ? [] : order.split(',').map(Number)

export const typedOrder = (ids: readonly number[]): string => ids.join(',')

/** All stores unchecked. */
const notChosenStores = (storeIds: readonly number[]): InStores =>
  Object.fromEntries(storeIds.map(id => [`stores.${id}`, false]))

/** The initial values of a new event; the stores are those that it may include. */
export const newFormValues = (storeIds: readonly number[]): EventFormValues => ({
  ...EMPTY_FORM,
  ...notChosenStores(storeIds),
})

/** An event as the form's values. */
export function toFormValues(event: AdminPreorderEvent, storeIds: readonly number[]): EventFormValues {
  const until = event.order_until === null ? undefined : zonedTime(new Date(event.order_until), SHOP_TIME_ZONE)
  return {
    ...typedTexts(event),
    ...typedRecord(EVENT_FIELDS, event),
    order_until: until?.date ?? '',
    order_until_time: until?.time ?? '',
    ...notChosenStores(storeIds),
    ...Object.fromEntries(event.stores.map(({ store_id: id }) => [`stores.${id}`, true])),
    product_order: typedOrder(event.products.map(({ product_id: id }) => id)),
    ...Object.fromEntries(
      event.products.flatMap(({ product_id: id, cap, per_shopper: max }) => [
        [`items.${id}`, toNumberInput(cap)],
        [`limits.${id}`, toNumberInput(max)],
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
export const toInput = (draft: EventFormValues): WholeEventInput => ({
  ...textsIn(draft),
  ...recordIn(EVENT_FIELDS, draft),
  order_until: instantIn(draft),
  store_ids: chosenStoreIds(draft),
  products: productIds(draft).map(id => ({
    product_id: id,
    cap: numberIn(draft[`items.${id}`] ?? ''),
    per_shopper: numberIn(draft[`limits.${id}`] ?? ''),
  })),
})

/** The beginning of the fields of products. */
export const ITEM_PREFIX = 'items.'

/** A removed product has no cap either, so that its removal conflicts with a change of its cap. */
function splitFields(draft: EventFormValues): Fields {
  const sold = new Set(productIds(draft).map(id => `${ITEM_PREFIX}${id}`))
  const rest = Object.entries(draft).filter(([field]) => !field.startsWith(ITEM_PREFIX))
  const caps = [...sold].map((field): [string, string] => [
    field,
    draft[`items.${Number(field.slice(ITEM_PREFIX.length))}`] ?? '',
  ])
  return Object.fromEntries([...rest, ...caps])
}

export const EVENT_MERGING: MergeShape<EventFormValues> = {
  getGroup: field => (field === 'order_until_time' ? 'order_until' : field),
  split: splitFields,
  // No draft needs what `splitFields` leaves out.
  join: fields => fields as EventFormValues,
  order: { field: 'product_order', separator: ',', toField: id => `${ITEM_PREFIX}${id}` },
}

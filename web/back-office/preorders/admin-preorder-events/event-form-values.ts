import type { AdminPreorderEvent, PreorderEventInput } from '#contract/preorders/admin-preorder-events.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE, shopDate } from '#domain/shop-date.ts'
import { repeatedDates } from '#domain/stores/repeated-dates.ts'
import { isDay } from '#domain/stores/store-form.ts'
import { readTimeOfDay } from '#domain/time-of-day.ts'
import { instantOf, zonedTime } from '#domain/zoned-time.ts'
import { NO_TEXTS, textsIn, typedTexts, type TypedTexts } from '#web/kit/forms/texts.ts'

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

/** A number with a decimal comma, as Finns type it. */
const typed = (number: number | null): string => (number === null ? '' : String(number).replace('.', ','))

export const productIds = ({ product_order: order }: Pick<EventFormValues, 'product_order'>): number[] =>
  order === '' ? [] : order.split(',').map(Number)

export const typedOrder = (ids: readonly number[]): string => ids.join(',')

/** All stores unchecked. */
const unchosen = (storeIds: readonly number[]): InStores =>
  Object.fromEntries(storeIds.map(id => [`stores.${id}`, false]))

/** The initial values of a new event; the stores are those that it may include. */
export const newFormValues = (storeIds: readonly number[]): EventFormValues => ({ ...EMPTY, ...unchosen(storeIds) })

/** An event as the form's values. */
export function formValuesOf(event: AdminPreorderEvent, storeIds: readonly number[]): EventFormValues {
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
      event.products.flatMap(({ product_id: id, cap, per_shopper: most }) => [
        [`items.${id}`, typed(cap)],
        [`limits.${id}`, typed(most)],
      ]),
    ),
  }
}

/** The initial values of a copy: an earlier event as a draft, some weeks later, in the stores that still take pre-orders. */
export function copyOf(event: AdminPreorderEvent, storeIds: readonly number[], now: Date): EventFormValues {
  const draft = formValuesOf(event, storeIds)
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
  return new Date(instantOf(date, hours * 60 + minutes, SHOP_TIME_ZONE)).toISOString()
}

const capIn = (text = ''): number | null => (text.trim() === '' ? null : (parseDecimalInput(text) ?? Number.NaN))

const storeIds = (draft: EventFormValues): number[] =>
  Object.entries(draft).flatMap(([field, value]) =>
    field.startsWith('stores.') && value === true ? [Number(field.slice('stores.'.length))] : [],
  )

/** The draft in the contract's shape. An invalid cap is NaN: check the draft's problems first. */
export const inputOf = (draft: EventFormValues): PreorderEventInput => ({
  ...textsIn(draft),
  start_date: draft.start_date,
  end_date: draft.end_date,
  order_until: instantIn(draft),
  status: draft.status,
  store_ids: storeIds(draft),
  products: productIds(draft).map(id => ({
    product_id: id,
    cap: capIn(draft[`items.${id}`]),
    per_shopper: capIn(draft[`limits.${id}`]),
  })),
})

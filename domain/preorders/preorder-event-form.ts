import type { MissingFoodPart } from '#domain/catalogue/missing-food-information.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import type { RecordOf } from '#domain/record-fields.ts'
import { toInstant, plusDays } from '#domain/zoned-time.ts'
import type { EVENT_FIELDS } from './event-fields.ts'
import type { EventStatus } from './preorder-event.ts'

/** The problems of a field of an event's form; the web has a text for each. */
export const EVENT_PROBLEMS = [
  'required',
  'tooLong',
  'date',
  /** An invalid time of day; only possible in the browser. */
  'time',
  'endsBeforeStart',
  'untilAfterEnd',
  'invalidQuantity',
  'repeated',
  'tooMany',
  'unknown',
  'notPreorder',
  'noPreorders',
  'belowBooked',
  'hasBookings',
  'hasOrders',
  /** A food without the information that distance selling demands. */
  'foodMissing',
] as const

export type EventProblem = {
  field: string
  problem: (typeof EVENT_PROBLEMS)[number]
  /** For `tooLong` and `tooMany`: the maximum; for `hasOrders`: the number of orders. */
  count?: number
  /** For `foodMissing`: what is missing, in which languages. */
  missing?: MissingFoodPart[]
  /** For `belowBooked` and `hasBookings`: the booked quantity. */
  booked?: number
}

type EventTexts = { en: string; fi: string; sv: string }

/** An event as an admin types it. */
export type EventForm = Pick<RecordOf<typeof EVENT_FIELDS>, 'start_date' | 'end_date' | 'order_until' | 'status'> & {
  names: EventTexts
  descriptions: EventTexts
  store_ids: readonly number[]
  /** In display order. `per_shopper`: the most that one shopper may have booked. Null: unlimited. */
  products: readonly { product_id: number; cap: number | null; per_shopper?: number | null | undefined }[]
}

export const MAX_EVENT_TEXT_LENGTH = { names: 100, descriptions: 2000 } as const
export const MAX_EVENT_ITEMS = { store_ids: 100, products: 200 } as const
/** Pieces or kilograms: what one shopper may book of a product, unless an admin changes it. Without a limit one account could book all. */
export const DEFAULT_PER_SHOPPER = 10
const MAX_THOUSANDTHS = 1_000_000_000

type EventProblems = EventProblem[]

const toEventProblems = (field: string, what: EventProblem['problem']): EventProblems => [{ field, problem: what }]

/**
 * All problems that can be found from the form itself, in the order of its fields. The time zone is the shop's.
 * A draft may still lack its stores and products. Products are named `items.1003`, stores `stores.1001`.
 */
export function eventProblems(form: EventForm, timeZone: string): EventProblems {
  const dates = dateProblems(form)
  return [
    ...textProblems(form),
    ...dates,
    ...(dates.length === 0 ? untilProblems(form, timeZone) : []),
    ...listProblems('store_ids', form.store_ids, form.status),
    ...listProblems(
      'products',
      form.products.map(({ product_id: id }) => id),
      form.status,
    ),
    ...form.products.flatMap(capProblems),
  ]
}

function textProblems({ names, descriptions }: EventForm): EventProblems {
  const isNamed = Object.values(names).some(name => name.trim() !== '')
  return [
    ...(isNamed ? [] : toEventProblems('names', 'required')),
    ...tooLong('names', names),
    ...tooLong('descriptions', descriptions),
  ]
}

const tooLong = (field: keyof typeof MAX_EVENT_TEXT_LENGTH, texts: EventTexts): EventProblems =>
  Object.entries(texts)
    .filter(([, text]) => text.length > MAX_EVENT_TEXT_LENGTH[field])
    .map(([language]) => ({ field: `${field}.${language}`, problem: 'tooLong', count: MAX_EVENT_TEXT_LENGTH[field] }))

function dateProblems({ start_date, end_date }: EventForm): EventProblems {
  const invalid = Object.entries({ start_date, end_date }).filter(([, date]) => !isDay(date))
  if (invalid.length > 0)
    return invalid.flatMap(([field, date]) => toEventProblems(field, date === '' ? 'required' : 'date'))
  return end_date < start_date ? toEventProblems('end_date', 'endsBeforeStart') : []
}

/** Goods can't be ordered after their last pick-up day. */
function untilProblems({ order_until: until, end_date }: EventForm, timeZone: string): EventProblems {
  if (until === null) return []
  const atMs = Date.parse(until)
  if (Number.isNaN(atMs)) return toEventProblems('order_until', 'date')
  return atMs > toInstant(plusDays(end_date, 1), 0, timeZone) ? toEventProblems('order_until', 'untilAfterEnd') : []
}

function listProblems(field: keyof typeof MAX_EVENT_ITEMS, ids: readonly number[], status: EventStatus): EventProblems {
  if (ids.length === 0) return status === 'open' ? toEventProblems(field, 'required') : []
  if (ids.length > MAX_EVENT_ITEMS[field]) return [{ field, problem: 'tooMany', count: MAX_EVENT_ITEMS[field] }]
  return new Set(ids).size < ids.length ? toEventProblems(field, 'repeated') : []
}

function capProblems({ product_id: id, cap, per_shopper: max }: EventForm['products'][number]): EventProblems {
  return [
    ...(isValid(cap, 0) ? [] : toEventProblems(`items.${id}`, 'invalidQuantity')),
    // With a limit of zero the product would not be sold.
    ...(isValid(max, 1) ? [] : toEventProblems(`limits.${id}`, 'invalidQuantity')),
  ]
}

function isValid(quantity: number | null | undefined, minThousandths: number): boolean {
  if (quantity == null) return true
  const thousandths = thousandthsFromQuantity(quantity)
  return thousandths !== undefined && thousandths >= minThousandths && thousandths <= MAX_THOUSANDTHS
}

/** An event's bookings: quantities by product, and the number of pre-orders by store. */
export type EventBookings = {
  products: readonly { product_id: number; booked: number }[]
  stores: readonly { store_id: number; orders: number }[]
  orders: number
}

/**
 * Changes that are not allowed once something is booked: removing a product or store that pre-orders refer to, setting a cap
 * below the booked quantity, or hiding the event as a draft. Texts, dates and the order deadline may change, and the event
 * may be closed and reopened, at any time: the operator must announce changed dates, and bookings stay booked.
 */
export function bookingProblems(form: EventForm, { products, stores, orders }: EventBookings): EventProblems {
  const isBooked = orders > 0 || products.some(({ booked }) => booked > 0)
  return [
    ...(isBooked && form.status === 'draft' ? [{ field: 'status', problem: 'hasOrders' as const, count: orders }] : []),
    ...stores
      .filter(store => store.orders > 0 && !form.store_ids.includes(store.store_id))
      .map(store => ({ field: `stores.${store.store_id}`, problem: 'hasOrders' as const, count: store.orders })),
    ...products.filter(({ booked }) => booked > 0).flatMap(item => bookedProblems(form, item)),
  ]
}

function bookedProblems(form: EventForm, { product_id: id, booked }: EventBookings['products'][number]): EventProblems {
  const item = form.products.find(({ product_id }) => product_id === id)
  if (!item) return [{ field: `items.${id}`, problem: 'hasBookings', booked }]
  const isBelow = item.cap !== null && item.cap < booked
  return isBelow ? [{ field: `items.${id}`, problem: 'belowBooked', booked }] : []
}

import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint, exportsPeople, type StoreBound } from '#contract/endpoint.ts'
import { forKeepers } from '#contract/for-keepers.ts'
import { filterCounts, listQuery, listSums, searchText } from '#contract/lists.ts'
import { euros, id, instant, longId, pathId, quantity } from '#contract/values.ts'
import { EVENT_STATUSES } from '#domain/preorders/preorder-event.ts'

/** The statuses of booked pre-orders; a draft at checkout is not one yet. */
export const BOOKED_PREORDER_STATUSES = [
  'preorder_booked',
  'preorder_delivered',
  'payment_pending',
  'complete',
  'error',
] as const
export const PREORDER_STATUS_FILTERS = [...BOOKED_PREORDER_STATUSES, 'cancelled'] as const

/**
 * `waiting`: to be picked up and paid; `overdue`: delivered, and not picked up by the event's end date in the store's time
 * zone; `withdrawn`: the shopper withdrew from some of it, and no admin has recorded how that was settled.
 */
export const PICK_UPS = ['waiting', 'overdue', 'paid', 'withdrawn'] as const
/** Dates are yyyy-mm-dd. */
const eventSummary = z.object({ id, name: z.string(), start_date: z.string(), end_date: z.string() })
const store = z.object({ id, name: z.string() })

const preorderRow = z.object({
  id: longId,
  reference_number: z.string(),
  status: z.enum(BOOKED_PREORDER_STATUSES),
  cancelled_at: z.nullable(instant),
  customer: z.object({ id, email: z.string() }),
  store,
  event: eventSummary,
  /** It is in the store and was not picked up by the event's end date. */
  is_overdue: z.boolean(),
  total_amount: euros,
  /** Number of lines. */
  items: z.int(),
  /** The first two lines, with the names and prices at the time of sale. */
  first_lines: z.array(
    z.object({ name: z.string(), quantity, unit: z.string(), unit_price: euros, line_price: euros }),
  ),
  booked_at: z.nullable(instant),
  /** When the shopper was notified that the goods are in the store. */
  notified_at: z.nullable(instant),
  paid_at: z.nullable(instant),
})
export type PreorderRow = z.output<typeof preorderRow>

/** A store's number of pre-orders by state. */
const storeState = z.object({
  ...store.shape,
  booked: z.int(),
  delivered: z.int(),
  being_paid: z.int(),
  /** It is not known whether they were paid. */
  in_doubt: z.int(),
  paid: z.int(),
  overdue: z.int(),
  /** Number of shoppers who would be notified by email if all booked pre-orders were delivered now. */
  recipients: z.int(),
})
export type StoreState = z.output<typeof storeState>

const eventState = z.object({ ...eventSummary.shape, status: z.enum(EVENT_STATUSES), stores: z.array(storeState) })
export type EventState = z.output<typeof eventState>

const eventSums = {
  gross: euros,
  net: euros,
  tax: euros,
  vat_by_rate: z.array(z.object({ vat: z.number(), gross: euros, net: euros, tax: euros })),
}
const inStore = z.object({ store_id: id, quantity })
const productTotals = z.object({
  id,
  name: z.string(),
  unit: z.string(),
  quantity,
  /** Stores without any are left out. */
  by_store: z.array(inStore),
  ...eventSums,
})
const supplierTotals = z.object({ id, name: z.string(), products: z.array(productTotals), ...eventSums })

/**
 * Totals of the event's pre-orders that are not cancelled. VAT is summed over the orders' receipts; each supplier and
 * product has its lines' shares of it, so that all sums agree to the cent.
 */
const eventTotals = z.object({
  event: eventSummary,
  stores: z.array(store),
  orders: z.int(),
  suppliers: z.array(supplierTotals),
  ...eventSums,
})
export type EventTotals = z.output<typeof eventTotals>

/** `picked`: has been put aside for its shopper. */
const pickedProduct = z.object({ id, name: z.string(), unit: z.string(), quantity })
const pickedOrder = z.object({
  id: longId,
  reference_number: z.string(),
  status: z.enum(BOOKED_PREORDER_STATUSES),
  /** The shopper's address, and the sum; null for those who only help in the store. */
  email: forKeepers(z.string()),
  total_amount: forKeepers(euros),
  items: z.array(z.extend(pickedProduct, { picked: z.boolean() })),
})
const pickList = z.object({
  event: eventSummary,
  store,
  /** Sorted by the shoppers' email addresses. */
  orders: z.array(pickedOrder),
  products: z.array(pickedProduct),
})
export type PickList = z.output<typeof pickList>

const totalsQuery = z.strictObject({ event_id: pathId, store_id: z.optional(pathId) })
const pickListQuery = z.strictObject({ event_id: pathId, store_id: pathId })
const READ_ERRORS = [...FOR_ADMINS, 'notFound'] as const

type EventFileInput<Query, Stores, Right> = {
  name: string
  query: Query
  content: string
  access: Right
  stores: Stores
}

const eventFile = <
  const Format extends 'pdf' | 'xlsx',
  Query extends z.ZodMiniType,
  const Stores extends StoreBound,
  const Right extends 'keeper' | 'helper',
>(
  { name, query, content, access, stores }: EventFileInput<Query, Stores, Right>,
  format: Format,
) =>
  endpoint({
    method: 'GET',
    path: `admin/preorders/${name}.${format}`,
    description: `${content}, ${format === 'pdf' ? 'to print on A4' : 'as XLSX'}.`,
    access,
    stores,
    query,
    answer: z.string(),
    errors: READ_ERRORS,
    download: format,
  })

const totalsFile = {
  name: 'totals',
  query: totalsQuery,
  content: 'The totals of an event',
  access: 'keeper',
  stores: { filter: 'query.store_id' },
} as const
const pickListFile = {
  name: 'pick-list',
  query: pickListQuery,
  content: 'The pick list of an event at a store',
  access: 'keeper',
  stores: { filter: 'query.store_id' },
} as const

/** What a helper picks by: numbers of orders, without people and sums. */
const pickSheetFile = {
  ...pickListFile,
  name: 'pick-sheet',
  content: 'The pick list without people and sums',
  access: 'helper',
} as const

const MAX_PICKED_AT_ONCE = 500

export const adminPreorders = {
  list: endpoint({
    method: 'GET',
    path: 'admin/preorders',
    description: 'The pre-orders that were booked; cancelled ones only when asked for. The newest first.',
    access: 'keeper',
    stores: { filter: 'query.store_id' },
    reads: ['adminOrders'],
    query: listQuery(['booked_at', 'total_amount'], {
      /** An order's id or reference number, or parts of the shopper's e-mail address or phone number. */
      q: z.optional(searchText),
      event_id: z.optional(pathId),
      store_id: z.optional(pathId),
      supplier_id: z.optional(pathId),
      status: z.optional(z.enum(PREORDER_STATUS_FILTERS)),
      pick_up: z.optional(z.enum(PICK_UPS)),
    }),
    answer: z.object({
      items: z.array(preorderRow),
      total: z.int(),
      has_more: z.boolean(),
      sums: listSums,
      counts: filterCounts,
    }),
    errors: FOR_ADMINS,
  }),
  event: endpoint({
    method: 'GET',
    path: 'admin/preorders/events/:id',
    description: 'An event, with the state of its pre-orders in each store.',
    access: 'helper',
    stores: { filter: 'all' },
    reads: ['adminOrders'],
    params: z.object({ id: pathId }),
    answer: eventState,
    errors: READ_ERRORS,
  }),
  totals: endpoint({
    method: 'GET',
    path: 'admin/preorders/totals',
    description: 'What is booked of each product, by supplier, in all stores or one.',
    access: 'keeper',
    stores: { filter: 'query.store_id' },
    reads: ['adminOrders'],
    query: totalsQuery,
    answer: eventTotals,
    errors: READ_ERRORS,
  }),
  totalsPdf: eventFile(totalsFile, 'pdf'),
  totalsXlsx: eventFile(totalsFile, 'xlsx'),
  pickList: endpoint({
    method: 'GET',
    path: 'admin/preorders/pick-list',
    description:
      'What each shopper collects at a store, and the total of each product. Helpers get it without people and sums.',
    access: 'helper',
    stores: { filter: 'query.store_id' },
    reads: ['adminOrders'],
    query: pickListQuery,
    answer: pickList,
    errors: READ_ERRORS,
  }),
  pickSheetPdf: eventFile(pickSheetFile, 'pdf'),
  pickListPdf: exportsPeople(eventFile(pickListFile, 'pdf')),
  pickListXlsx: exportsPeople(eventFile(pickListFile, 'xlsx')),
  markPicked: endpoint({
    method: 'PUT',
    path: 'admin/preorders/picked',
    description: 'Records what has been put aside for its shopper, or that it has not.',
    access: 'helper',
    stores: { store: 'body.store_id' },
    touches: ['adminOrders'],
    body: z.strictObject({
      event_id: id,
      store_id: id,
      items: z
        .array(z.strictObject({ order_id: longId, product_id: id }))
        .check(z.minLength(1), z.maxLength(MAX_PICKED_AT_ONCE)),
      picked: z.boolean(),
    }),
    answer: z.object({}),
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  deliver: endpoint({
    method: 'POST',
    path: 'admin/preorders/deliver',
    description:
      'Records that the goods are in the store: all booked pre-orders become delivered, and each shopper is notified once. A second call delivers only those that are left.',
    access: 'keeper',
    stores: { store: 'body.store_id' },
    touches: ['adminOrders', 'auditLog'],
    body: z.strictObject({ event_id: id, store_id: id }),
    answer: z.object({
      delivered: z.int(),
      /** Number of emails queued; shoppers who were notified earlier get no second one. */
      notified: z.int(),
      /** Left unchanged: a payment is under way or unresolved. */
      skipped: z.int(),
    }),
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
}

import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { euros, id, instant, nothing, pathId } from '#contract/values.ts'
import { SELLER_PARTS } from './seller.ts'

/** Payments in a period, VAT included. Refunds are listed separately and not subtracted. */
const salesFigures = z.object({
  sales: euros,
  purchases: z.int(),
  /** Null when there was no purchase. */
  average: z.nullable(euros),
  refunds: z.int(),
  refunded: euros,
})
export type SalesFigures = z.output<typeof salesFigures>

/** `before`: the same weekday, or the week, seven days earlier, up to the same time of day. */
const comparedFigures = z.object({ current: salesFigures, previous: salesFigures })
export type SalesComparison = z.output<typeof comparedFigures>

const salesSum = z.object({ sales: euros, purchases: z.int() })
const soldAndPrevious = z.object({ current: salesSum, previous: salesSum })
export type SoldAndPrevious = z.output<typeof soldAndPrevious>

/** In each store's local time. `before` is the whole hour on the same weekday a week ago, also for hours still to come. */
const salesHour = z.object({ hour: z.int(), ...soldAndPrevious.shape })
export type HourOfSales = z.output<typeof salesHour>

const storeSales = z.object({ id, name: z.string(), today: soldAndPrevious, week: soldAndPrevious })
export type StoreSales = z.output<typeof storeSales>

/** Numbers of products offered in a store that need restocking; `negative`: the ledger's quantity is below zero. */
const storeShortages = z.object({ id, name: z.string(), low: z.int(), out: z.int(), negative: z.int() })
export type StoreShortages = z.output<typeof storeShortages>

const terminalState = z.object({
  id,
  name: z.string(),
  store_id: id,
  store_name: z.string(),
  /** A payment is under way, so the terminal's health must not be queried. */
  is_busy: z.boolean(),
})
export type HomeTerminal = z.output<typeof terminalState>

const unknownCode = z.object({
  code: z.string(),
  reports: z.int(),
  stores: z.array(z.string()),
  last_at: instant,
  /** Has the code: inactive, or not sold in `stores`. */
  product: z.optional(z.object({ id, name: z.string(), enabled: z.boolean() })),
})
export type UnknownCode = z.output<typeof unknownCode>

/** From an empty shop to the first paid order, in this order. */
export const SETUP_STEPS = ['company', 'terms', 'store', 'products', 'sale'] as const
/** Before shoppers come. An admin confirms `smsSender`; `passkey` is the caller’s own. */
export const GO_LIVE_STEPS = ['terminal', 'email', 'sms', 'smsSender', 'backup', 'labels', 'passkey'] as const
export const CHECKLIST_STEPS = [...SETUP_STEPS, ...GO_LIVE_STEPS] as const
const checklistStep = z.object({ step: z.enum(CHECKLIST_STEPS), done: z.boolean() })
export type ChecklistStep = z.output<typeof checklistStep>

const homeFigures = z.object({
  /** When the figures were computed. */
  at: instant,
  stores: z.array(z.object({ id, name: z.string(), published: z.boolean() })),
  /** Stores in which every shopper gets the goods for free: published, with test payments. Never of a demo. */
  open_for_tests: z.optional(z.array(id)),
  today: comparedFigures,
  week: comparedFigures,
  /** The shop has never had a terminal that takes money: the figures are of test payments. */
  is_test: z.boolean(),
  /** This week's test payments that are excluded because the figures are of real payments. */
  excluded_tests: salesSum,
  /** Only hours with sales on either day, in order. */
  hours: z.array(salesHour),
  /** Published stores, and others with sales; sorted by name. */
  sales_by_store: z.array(storeSales),
  stores_with_shortages: z.array(storeShortages),
  /** Names of some products in short supply, in the requested language, the scarcest first. */
  scarce_product_names: z.array(z.string()),
  /** Products whose printed shelf label is out of date. */
  outdated_labels: z.int(),
  /** Products whose case has the code of a piece, and no other code. */
  piece_codes_as_cases: z.int(),
  /** Orders that need an admin's attention, each counted once in `orders`, and the reasons. */
  attention: z.object({ orders: z.int(), in_error: z.int(), payments: z.int(), refunds: z.int() }),
  /**
   * Pre-orders to be picked up and paid; `overdue`: delivered to the store and not picked up by their last day;
   * `withdrawn`: the shopper withdrew, and no admin has recorded how that was settled.
   */
  preorders: z.object({ waiting: z.int(), overdue: z.int(), withdrawn: z.int() }),
  /** `checked_at` is null before the first check. */
  invariants: z.object({
    checked_at: z.nullable(instant),
    violations: z.array(z.object({ invariant: z.string(), rows: z.int(), since: instant })),
  }),
  /** The terminals that take their stores' payments. */
  terminals: z.array(terminalState),
  /** Most requested first; `total` counts all codes. */
  unknown_codes: z.object({ items: z.array(unknownCode), total: z.int() }),
  /** Emails and SMS of the last 24 hours that could not be sent. */
  undelivered: z.object({ mails: z.int(), sms: z.int(), last_at: z.nullable(instant) }),
  /** Missing seller details and terms that a published store needs. Empty while no store is published. */
  seller_missing: z.array(z.enum(SELLER_PARTS)),
  /** Empty once all steps are done, or an admin has dismissed it. */
  checklist: z.array(checklistStep),
})
export type AdminHome = z.output<typeof homeFigures>

/** Counted as on the home page: what is to be done in each section, in all stores. */
const waitingCounts = z.object({
  /** Codes that shoppers reported. */
  codes: z.int(),
  /** Products that are low, out of stock or below zero, in each published store. */
  shortages: z.int(),
  /** Orders with an error, or with a payment or refund to settle. */
  orders: z.int(),
  /** Pre-orders that were not picked up in time, and withdrawals to settle. */
  preorders: z.int(),
})
export type WaitingWork = z.output<typeof waitingCounts>

const shopStatus = z.object({
  at: instant,
  /** The program's version. */
  version: z.string(),
  database: z.object({ version: z.string(), is_embedded: z.boolean() }),
  /** When a backup was last written, and when one last failed. */
  backup: z.object({ is_scheduled: z.boolean(), last_at: z.nullable(instant), failed_at: z.nullable(instant) }),
  /** The number of broken invariants of money and stock, and when the least recently checked one was checked. */
  invariants: z.object({ violations: z.int(), checked_at: z.nullable(instant) }),
  /** Payments whose outcome the server is querying, and those that an admin must resolve. */
  payments: z.object({ unknown: z.int(), unresolved: z.int(), oldest_unknown_seconds: z.int() }),
  /** Emails and SMS waiting to be sent. */
  outbox: z.object({ waiting: z.int(), oldest_seconds: z.int() }),
  /** Codes sent by SMS in a day, and how many of them were used. */
  sms_codes: z.object({ sent: z.int(), used: z.int() }),
  /** Over the disks that the server can measure; null when it can measure none. */
  disk: z.object({ min_free_bytes: z.nullable(z.number()), is_full: z.boolean() }),
  /** Whether the caller has a passkey. */
  has_passkey: z.boolean(),
})
export type ShopStatus = z.output<typeof shopStatus>

export const adminHome = {
  status: endpoint({
    method: 'GET',
    path: 'admin/home/status',
    description: 'The state of backups, invariants, payments, the outbox and the database.',
    access: 'admin',
    reads: [],
    answer: shopStatus,
    errors: FOR_ADMINS,
  }),
  waiting: endpoint({
    method: 'GET',
    path: 'admin/home/waiting',
    description: 'How many items need an admin in each section of the back office.',
    access: 'staff',
    stores: { filter: 'all' },
    reads: ['home', 'products', 'stores', 'adminOrders'],
    answer: waitingCounts,
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/home',
    description:
      'Today and this week compared with a week ago, and all items that need an admin; of one store or of all.',
    access: 'admin',
    reads: ['home', 'products', 'stores', 'terminals', 'company', 'adminOrders'],
    query: z.strictObject({ store_id: z.optional(pathId) }),
    answer: homeFigures,
    errors: [...FOR_ADMINS, 'store.notFound'],
  }),
  checklist: endpoint({
    method: 'GET',
    path: 'admin/home/checklist',
    description: 'The checklist of a new shop, with what is done; also when it was dismissed.',
    access: 'admin',
    reads: ['home', 'products', 'stores', 'terminals', 'company', 'adminOrders'],
    answer: z.array(checklistStep),
    errors: FOR_ADMINS,
  }),
  confirmSmsSender: endpoint({
    method: 'PUT',
    path: 'admin/home/sms-sender',
    description: 'Records an admin’s confirmation that the sender name of SMS is authorised, or withdraws it.',
    access: 'admin',
    touches: ['home'],
    body: z.strictObject({ is_authorised: z.boolean() }),
    answer: nothing,
    errors: CHANGED_BY_ADMINS,
  }),
  dismissChecklist: endpoint({
    method: 'PUT',
    path: 'admin/home/checklist',
    description: 'Dismisses the checklist of a new shop for all admins, or restores it.',
    access: 'admin',
    touches: ['home'],
    body: z.strictObject({ is_dismissed: z.boolean() }),
    answer: nothing,
    errors: CHANGED_BY_ADMINS,
  }),
  dismissCode: endpoint({
    method: 'DELETE',
    path: 'admin/unknown-codes/:code',
    description: 'Removes the reports of an unknown code. It is listed again when a shopper reports it again.',
    access: 'admin',
    touches: ['home'],
    params: z.object({ code: z.string().check(z.regex(/^[0-9A-Za-z]{4,48}$/)) }),
    answer: z.object({ removed: z.int() }),
    errors: CHANGED_BY_ADMINS,
  }),
}

import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { CHANGED_BY_ADMINS, FOR_ADMINS } from '#contract/lists.ts'
import { SELLER_PARTS } from './seller.ts'
import { euros, id, instant, nothing, pathId } from '#contract/values.ts'

/** What was paid in a time, VAT included. What was given back is told beside, not taken off. */
const figures = z.object({
  sales: euros,
  purchases: z.int(),
  /** Null when there was no purchase. */
  average: z.nullable(euros),
  refunds: z.int(),
  refunded: euros,
})
export type Figures = z.output<typeof figures>

/** `before`: the same weekday, or the week, seven days ago, until the same time of day. */
const compared = z.object({ now: figures, before: figures })
export type Compared = z.output<typeof compared>

const sold = z.object({ sales: euros, purchases: z.int() })
const soldAndBefore = z.object({ now: sold, before: sold })
export type SoldAndBefore = z.output<typeof soldAndBefore>

/** By the clock of each store. `before` is the whole hour of the same weekday a week ago, also of hours to come. */
const hour = z.object({ hour: z.int(), ...soldAndBefore.shape })
export type HourOfSales = z.output<typeof hour>

const ofStore = z.object({ id, name: z.string(), today: soldAndBefore, week: soldAndBefore })
export type StoreSales = z.output<typeof ofStore>

/** How many of the products offered in a store ask to be brought; `negative`: the ledger says less than nothing. */
const shortStore = z.object({ id, name: z.string(), low: z.int(), out: z.int(), negative: z.int() })
export type ShortStore = z.output<typeof shortStore>

const terminal = z.object({
  id,
  name: z.string(),
  store_id: id,
  store_name: z.string(),
  /** It takes a payment now, and is not to be asked how it is. */
  is_busy: z.boolean(),
})
export type HomeTerminal = z.output<typeof terminal>

const unknownCode = z.object({
  code: z.string(),
  reports: z.int(),
  stores: z.array(z.string()),
  last_at: instant,
})
export type UnknownCode = z.output<typeof unknownCode>

export const CHECKLIST_STEPS = ['operator', 'store', 'products', 'terminal', 'labels'] as const
const step = z.object({ step: z.enum(CHECKLIST_STEPS), done: z.boolean() })
export type ChecklistStep = z.output<typeof step>

const home = z.object({
  /** When it was counted. */
  at: instant,
  stores: z.array(z.object({ id, name: z.string(), published: z.boolean() })),
  today: compared,
  week: compared,
  /** The shop never had a terminal that takes money: the figures are of test payments. */
  are_tests: z.boolean(),
  /** Test payments of this week that are not in the figures, since real ones are. */
  tests_left_out: sold,
  /** Those hours that have anything to tell, in their order. */
  hours: z.array(hour),
  /** Published stores, and others that sold something; by name. */
  sales_by_store: z.array(ofStore),
  short_stores: z.array(shortStore),
  /** A few of what is short, in the language asked for: the shortest first. */
  short_names: z.array(z.string()),
  /** Orders that somebody must look at, each counted once, and why. */
  attention: z.object({ orders: z.int(), in_error: z.int(), payments: z.int(), refunds: z.int() }),
  /**
   * Pre-orders that wait to be fetched and paid; `overdue`: in the store, and still so after their last day;
   * `withdrawn`: from which shoppers withdrew, and nobody has said what was done about it.
   */
  preorders: z.object({ waiting: z.int(), overdue: z.int(), withdrawn: z.int() }),
  /** `looked_at` is null before the first look. */
  invariants: z.object({
    looked_at: z.nullable(instant),
    broken: z.array(z.object({ invariant: z.string(), rows: z.int(), since: instant })),
  }),
  /** Those that take the payments of their stores. */
  terminals: z.array(terminal),
  /** The most wanted first; `total` counts all codes. */
  unknown_codes: z.object({ items: z.array(unknownCode), total: z.int() }),
  /** Mails and SMS of the last 24 hours that could not be sent. */
  undelivered: z.object({ mails: z.int(), sms: z.int(), last_at: z.nullable(instant) }),
  /** What a store that is open to shoppers must not lack: who sells, and the terms. Empty while none is open. */
  seller_missing: z.array(z.enum(SELLER_PARTS)),
  /** Empty once all is done, or an admin has put it away. */
  checklist: z.array(step),
})
export type AdminHome = z.output<typeof home>

const status = z.object({
  at: instant,
  /** Of the program. */
  version: z.string(),
  database: z.object({ version: z.string(), is_embedded: z.boolean() }),
  /** When one was last written, and when one last failed. */
  backup: z.object({ is_scheduled: z.boolean(), last_at: z.nullable(instant), failed_at: z.nullable(instant) }),
  /** How many of the rules of money and stock are broken, and when the one that was longest not looked at was. */
  books: z.object({ broken: z.int(), looked_at: z.nullable(instant) }),
  /** Payments whose outcome the shop is asking for, and those that wait for a person’s word. */
  payments: z.object({ unknown: z.int(), unresolved: z.int(), oldest_unknown_seconds: z.int() }),
  /** Mails and SMS that are to be sent. */
  outbox: z.object({ waiting: z.int(), oldest_seconds: z.int() }),
  /** Codes that went out by SMS in a day, and how many of them were typed in. */
  sms_codes: z.object({ sent: z.int(), used: z.int() }),
  /** Of the disks that the server can measure; null when it can measure none. */
  disk: z.object({ least_free_bytes: z.nullable(z.number()), is_full: z.boolean() }),
  /** Whether the caller has one. */
  has_passkey: z.boolean(),
})
export type ShopStatus = z.output<typeof status>

export const adminHome = {
  status: endpoint({
    method: 'GET',
    path: 'admin/home/status',
    summary: 'What runs and what does not: backups, books, payments, the outbox, the database.',
    access: 'admin',
    answer: status,
    errors: FOR_ADMINS,
  }),
  show: endpoint({
    method: 'GET',
    path: 'admin/home',
    summary: 'Today and this week against a week ago, and all that asks for somebody. Of one store, or of all.',
    access: 'admin',
    query: z.strictObject({ store_id: z.optional(pathId) }),
    answer: home,
    errors: [...FOR_ADMINS, 'store.notFound'],
  }),
  putAwayChecklist: endpoint({
    method: 'PUT',
    path: 'admin/home/checklist',
    summary: 'Puts the checklist of a new shop away for all admins, or brings it back.',
    access: 'admin',
    body: z.strictObject({ away: z.boolean() }),
    answer: nothing,
    errors: CHANGED_BY_ADMINS,
  }),
  dismissCode: endpoint({
    method: 'DELETE',
    path: 'admin/unknown-codes/:code',
    summary: 'Forgets what shoppers reported of an unknown code. It comes back when somebody reports it again.',
    access: 'admin',
    params: z.object({ code: z.string().check(z.regex(/^[0-9A-Za-z]{4,48}$/)) }),
    answer: z.object({ removed: z.int() }),
    errors: CHANGED_BY_ADMINS,
  }),
}

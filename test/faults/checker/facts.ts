import type { OrderStatus } from '#domain/orders/order.ts'
import type { AttemptState, StringCode } from '#domain/payments/attempt-states.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import type { Promised, ObservedResult } from '../actors/notebook.ts'
import type { LedgerLine } from '../terminal/ledger.ts'

export type AttemptFact = {
  id: number
  order_id: number
  user_id: number
  terminal_id: number
  /** An app takes any number of payments at once. */
  occupies_terminal: boolean
  /** Its key in the terminal's ledger. */
  service_id: string
  amount_cents: number
  state: AttemptState
  string_code: StringCode | null
  sent_at: Date | null
  deadline_at: Date
}

export type OrderFact = {
  id: number
  user_id: number
  order_type: 'standard' | 'preorder'
  status: OrderStatus
  is_cancelled: boolean
  total_cents: number
  lines_cents: number
  paid_at: Date | null
  /** Of the sale; refunds have their own. */
  receipts: number
}

/** A line of an order, with the sum and the number of its sale moves. */
export type LineFact = { id: number; order_id: number; quantity_thousandths: number; moves: number; moved: number }

/** A refund by an admin, with the stock moves of the returned goods. */
export type RefundFact = {
  id: number
  attempt_id: number
  terminal_id: number
  /** Its key in the terminal's ledger. */
  refund_key: string
  amount_cents: number
  state: RefundState
  /** Lines whose goods should have been returned to stock, and how many of them moved stock once and by the right quantity. */
  due_moves: number
  right_moves: number
  moves: number
  /** What the shop keeps of the vendor's reports that it failed. */
  failures: number
}

export type ShelfFact = { store_id: number; product_id: number; on_shelf: number; in_ledger: number }

/** A line of an order of a product that has lots. */
export type PackageFact = {
  order_id: number
  user_id: number
  product_id: number
  quantity_thousandths: number
  unit_price_cents: number
  /** As the package's code named them; null: not at all. */
  lot: string | null
  last_day: string | null
  use_by: string | null
  is_sold: boolean
  ordered_at: Date
  /** The store's day when the server judged the package for the order. */
  ordered_on: string
  /** When its last payment began, and the day for which the server judged the package again; null: it was not paid. */
  begun_at: Date | null
  begun_on: string | null
  /** Out of which lots its sale went. */
  parts: { lot: string | null; last_day: string | null; quantity_thousandths: number }[]
}

/** A package that is in an order, as the phone displayed it at the scan. */
export type ScanFact = { order_id: number; product_id: number; lot: string | null; on: string; cents: number }

export type LotFact = { store_id: number; product_id: number; there: number; in_ledger: number }

export type RecallFact = {
  product_id: number
  lots: readonly string[]
  started_at: Date
  /** When an admin received the response that it had begun; null: the response was lost. */
  confirmed_at: Date | null
  buyers: { user_id: number; email: string; is_certain: boolean }[]
}

/** A change of an order's status, an attempt or (if simulated) a refund, or an order event; ids increase with time. */
export type HistoryFact = {
  id: number
  transaction: string
  kind: 'order' | 'attempt' | 'event' | 'refund'
  row_id: number
  order_id: number
  terminal_id: number | null
  user_id: number | null
  before: string | null
  after: string
  actor: string | null
}

/** An uninterrupted mail is sent within this time, even when servers are down for a while. */
export const MAIL_WITHIN_MS = 75_000
/** A server may die while sending a mail: another one retries after half a minute, and may die too. */
const MAIL_AGAIN_WITHIN_MS = 45_000

export type MailFact = { recipient: string; text: string }
/** A mail of the outbox, with its creation time and the number of failed tries. */
export type WaitingMail = MailFact & { since: Date; tries: number }

/** The deadline for sending a waiting mail (ms since 1970). */
export const dueAt = ({ since, tries }: WaitingMail): number =>
  since.getTime() + MAIL_WITHIN_MS + tries * MAIL_AGAIN_WITHIN_MS

/** All facts of a run, from three independent sources: terminals, database, people. */
export type Facts = {
  /** By the database's clock. */
  now: Date
  /** Faults are off and everything had enough time: nothing may be open any more. */
  isIdle: boolean
  ledger: LedgerLine[]
  attempts: AttemptFact[]
  orders: OrderFact[]
  lines: LineFact[]
  refunds: RefundFact[]
  shelves: ShelfFact[]
  packages: PackageFact[]
  scans: ScanFact[]
  lots: LotFact[]
  recalls: RecallFact[]
  history: HistoryFact[]
  mails: MailFact[]
  waitingMails: WaitingMail[]
  results: ObservedResult[]
  promised: Promised[]
}

export type LotFacts = Pick<Facts, 'isIdle' | 'shelves' | 'packages' | 'scans' | 'lots' | 'recalls' | 'mails'>

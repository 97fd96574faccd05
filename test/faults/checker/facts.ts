import type { AttemptState, StringCode } from '#domain/payments/attempt-states.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { LedgerLine } from '../terminal/ledger.ts'
import type { Promised, Told } from '../actors/notebook.ts'

export type AttemptFact = {
  id: number
  order_id: number
  user_id: number
  terminal_id: number
  /** As its terminal's ledger calls it. */
  service_id: string
  amount_cents: number
  state: AttemptState
  string_code: StringCode | null
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

/** Money that an admin gave back, and the moves of the goods that came with it. */
export type RefundFact = {
  id: number
  attempt_id: number
  terminal_id: number
  /** As the terminal's ledger calls it. */
  refund_key: string
  amount_cents: number
  state: RefundState
  /** Lines whose goods should have come back, and how many of them moved stock once and by what they should. */
  due_moves: number
  right_moves: number
  moves: number
}

export type ShelfFact = { store_id: number; product_id: number; on_shelf: number; in_ledger: number }

/** A change of an order's status, of an attempt's row, or an entry of an order's trail; ids grow with time. */
export type HistoryFact = {
  id: number
  transaction: string
  kind: 'order' | 'attempt' | 'event'
  row_id: number
  order_id: number
  terminal_id: number | null
  user_id: number | null
  before: string | null
  after: string
  actor: string | null
}

/** A letter that nobody interrupts is sent so soon, although its servers may be away for a while. */
export const MAIL_WITHIN_MS = 75_000
/** A server may die with a letter in its hands: another one takes it up after half a minute, and may die too. */
const MAIL_AGAIN_WITHIN_MS = 45_000

export type MailFact = { recipient: string; text: string }
/** A letter of the outbox: since when it waits, and how often somebody took it in vain. */
export type WaitingMail = MailFact & { since: Date; tries: number }

/** By when a waiting letter must have been sent (ms since 1970). */
export const dueAt = ({ since, tries }: WaitingMail): number =>
  since.getTime() + MAIL_WITHIN_MS + tries * MAIL_AGAIN_WITHIN_MS

/** All that is known of a run, from three sides that do not know of each other: terminals, database, people. */
export type Facts = {
  /** By the database's clock. */
  now: Date
  /** Faults are off and everything had its time: nothing may be open any more. */
  isAtRest: boolean
  ledger: LedgerLine[]
  attempts: AttemptFact[]
  orders: OrderFact[]
  lines: LineFact[]
  refunds: RefundFact[]
  shelves: ShelfFact[]
  history: HistoryFact[]
  mails: MailFact[]
  waitingMails: WaitingMail[]
  told: Told[]
  promised: Promised[]
}

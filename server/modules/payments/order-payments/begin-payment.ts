import { sql } from 'kysely'
import { centsFromEuros } from '#domain/money.ts'
import { CHECKOUT_MS } from '#domain/orders/order-limits.ts'
import type { AttemptState } from '#domain/payments/attempt-states.ts'
import { LEASE_MS } from '#domain/payments/operation-machine.ts'
import type { PaymentMethod } from '#domain/payments/payment-method.ts'
import {
  AT_TERMINAL_SECONDS,
  IN_APP_SECONDS,
  MAX_PAUSE_MS,
  NEWCOMER_COUNTS_AS,
  PAUSES_AFTER_TIMEOUTS_MS,
  QUEUE_LIMIT_MS,
  REGULAR_FOR_MS,
  TIMEOUTS_COUNT_FOR_MS,
  UNPAID_COUNTS_FOR_MS,
} from '#domain/payments/payment-timeouts.ts'
import { shortOrderNumber } from '#domain/payments/reference-number.ts'
import { APP_PROVIDERS, appProviders } from '#domain/payments/terminals/terminal-providers.ts'
import { SHOP_TIME_ZONE, shopDate } from '#domain/shop-date.ts'
import { ALL_TERMINAL_PROVIDERS, newIdempotencyKey } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Context } from '#server/platform/context.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import { inOneStatement, isUniqueViolation } from '#server/platform/db/transaction.ts'
import { inRefusableTransaction, refuse, type Refusal } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import type { Attempt } from './attempts.ts'
import { CORRECTION_IN_FLIGHT_MS, refreshVat } from './refresh-vat.ts'

/** What the shopper saw and agreed to pay. */
export type ExpectedOrder = { order_id: number; total_amount: number; terms_version?: number | undefined }
export type PaymentInput = {
  userId: number
  owner: string
  /** One of the shopper's pre-orders; without it, the order at checkout. */
  preorderId?: number | undefined
  seen: ExpectedOrder | undefined
  /** Without it, a terminal if the store has one. */
  method?: PaymentMethod | undefined
  /** The name of the app, if it is paid in one; without it, any of the store's. */
  app?: string | undefined
  /** Marks it as sent if its terminal is free: the caller sends it within SEND_WITHIN_MS of its call, or never. */
  marksSent?: boolean
}

export type BeginRefusal = Refusal<
  | 'order.none'
  | 'order.changed'
  | 'order.termsChanged'
  | 'order.termsMissing'
  | 'order.paymentPending'
  | 'order.terminalMissing'
  | 'order.waitToPay'
  | 'order.nothingToPay'
  | 'order.approvalNeeded'
>

/** What `begin_payment` of the schema reads. */
type BeginValues = {
  userId: number
  orderId: number | null
  isPreorder: boolean
  seenCents: number | null
  seenTerms: number | null
  method: PaymentMethod | null
  /** The kinds of apps from which the shopper chose: the one that was named, or all. */
  apps: readonly string[]
  owner: string
  serviceId: string
  currency: string
  /** ISO 8601. */
  calledAt: string
  today: string
  hasVatOfToday: boolean
  marksSent: boolean
  /** The kinds of terminals that this server reaches. */
  reachable: readonly string[]
}

type BegunAttempt = {
  refused: null
  attempt_id: number
  paid_order: number
  seller: number
  owed_cents: number
  at_terminal: number
  terminal_provider: string
  attempt_state: AttemptState
  deadline: Date
  marked_sent_at: Date | null
}
type RefusedBegin = {
  refused: BeginRefusal['refused']
  unsellable: { product_id: number; reason: 'unavailable' | 'ageRestricted' | 'recalled' | 'datePassed' }[] | null
  store_closed: boolean | null
  may_pay_at: Date | null
}
type BeginRow =
  | (BegunAttempt & { needs_vat: false })
  | RefusedBegin
  | { refused: null; needs_vat: true; paid_order: number }

const toSeconds = (ms: number) => sql.lit(ms / 1000)
const PAUSE_SECONDS = [...PAUSES_AFTER_TIMEOUTS_MS, MAX_PAUSE_MS].map(toSeconds)

const beginStatement = compiledOnce((db, values: BeginValues) => ({
  compile: () =>
    sql<BeginRow>`SELECT * FROM begin_payment(
      payer => ${values.userId}, requested_order => ${values.orderId}, is_preorder => ${values.isPreorder},
      seen_cents => ${values.seenCents}, seen_terms => ${values.seenTerms}, method => ${values.method}, server => ${values.owner},
      service => ${values.serviceId}, currency_code => ${values.currency},
      called_at => ${values.calledAt}, today => ${values.today},
      has_vat_of_today => ${values.hasVatOfToday}, marks_sent => ${values.marksSent}, reachable => ${values.reachable},
      apps => ${values.apps}, shop_time_zone => ${sql.lit(SHOP_TIME_ZONE)},
      checkout_seconds => ${toSeconds(CHECKOUT_MS)}, queue_seconds => ${toSeconds(QUEUE_LIMIT_MS)},
      terminal_seconds => ${sql.lit(AT_TERMINAL_SECONDS)}, app_seconds => ${sql.lit(IN_APP_SECONDS)},
      lease_seconds => ${toSeconds(LEASE_MS)}, timeouts_seconds => ${toSeconds(TIMEOUTS_COUNT_FOR_MS)},
      unpaid_seconds => ${toSeconds(UNPAID_COUNTS_FOR_MS)}, regular_seconds => ${toSeconds(REGULAR_FOR_MS)},
      correction_seconds => ${toSeconds(CORRECTION_IN_FLIGHT_MS)}, newcomer_counts_as => ${sql.lit(NEWCOMER_COUNTS_AS)},
      pauses_seconds => ARRAY[${sql.join(PAUSE_SECONDS)}])`.compile(db),
}))

/**
 * Writes the intent to pay before anything is sent to a terminal: one statement and one commit set the order to pending and insert
 * the attempt. Unique indexes guard against races; on a violation it is retried. If this server dies after it marked the attempt
 * as sent, another one asks the terminal, and waits for the in-flight window.
 */
export async function beginPayment(context: Context, input: PaymentInput): Promise<Attempt | BeginRefusal> {
  for (let tries = 1; ; tries++) {
    try {
      return await writeIntent(context, toValues(context, input))
    } catch (error) {
      // The shopper is paying another order.
      if (isUniqueViolation(error, 'attempt_one_per_user')) return refuse('order.paymentPending')
      if (tries === 5 || !isUniqueViolation(error)) throw error
    }
  }
}

function toValues(
  context: Context,
  { userId, owner, preorderId, seen, method, app, marksSent = false }: PaymentInput,
): BeginValues {
  return {
    userId,
    orderId: preorderId ?? seen?.order_id ?? null,
    isPreorder: preorderId !== undefined,
    // An amount that no order has.
    seenCents: seen ? (centsFromEuros(seen.total_amount) ?? -1) : null,
    seenTerms: seen?.terms_version ?? null,
    method: method ?? null,
    // Without a method, all: an app is then no terminal.
    apps: method === 'phone' ? appProviders(app) : APP_PROVIDERS,
    owner,
    serviceId: newIdempotencyKey(),
    currency: context.config.currency,
    calledAt: context.now().toISOString(),
    today: shopDate(context.now()),
    hasVatOfToday: false,
    marksSent,
    reachable: ALL_TERMINAL_PROVIDERS.filter(provider => context.terminals.byProvider(provider)),
  }
}

async function writeIntent({ db }: Context, values: BeginValues): Promise<Attempt | BeginRefusal> {
  const first = await inOneStatement(() => callBegin(db, values))
  if (first.refused !== null) return toRefusal(first)
  if (!first.needs_vat) return toAttempt(first, values)
  const { paid_order: orderId } = first
  return inRefusableTransaction(db, async trx => {
    // Locks as begin_payment does.
    await trx.selectFrom('app_user').select('id').where('id', '=', values.userId).forKeyShare().execute()
    await trx.selectFrom('customer_order').select('id').where('id', '=', orderId).forNoKeyUpdate().execute()
    await refreshVat(trx, { orderId, today: values.today })
    const written = await callBegin(trx, { ...values, orderId, hasVatOfToday: true })
    if (written.refused !== null) return toRefusal(written)
    if (written.needs_vat) throw new Error('begin_payment asked twice for VAT rates')
    return toAttempt(written, values)
  })
}

async function callBegin(db: Db, values: BeginValues): Promise<BeginRow> {
  const [row] = await beginStatement(db, values)
  if (!row) throw new Error('begin_payment returned nothing')
  return row
}

/** The app names the products that are no longer sold. */
function toRefusal({ refused, unsellable, store_closed, may_pay_at }: RefusedBegin): BeginRefusal {
  if (refused === 'order.waitToPay') return refuse(refused, { may_pay_at: may_pay_at?.toISOString() })
  const isGone = refused === 'order.changed' && (store_closed || unsellable !== null)
  return isGone ? refuse(refused, { unsellable: unsellable ?? [], store_closed }) : refuse(refused)
}

const toAttempt = (row: BegunAttempt, { userId, serviceId, currency }: BeginValues): Attempt => ({
  id: row.attempt_id,
  orderId: row.paid_order,
  userId,
  storeId: row.seller,
  provider: row.terminal_provider,
  state: row.attempt_state,
  payment: {
    serviceId,
    terminalId: row.at_terminal,
    amountCents: row.owed_cents,
    currency,
    reference: shortOrderNumber(row.paid_order),
  },
  sentAt: row.marked_sent_at,
  deadlineAt: row.deadline,
  cancelRequestedAt: null,
  stringCode: null,
})

import { setTimeout as sleep } from 'node:timers/promises'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { toTerminalHealth } from '#domain/payments/terminal-health.ts'
import type { ApiAnswer } from '#server/adapters/payment-terminal/api-call.ts'
import type { PaymentTerminal, TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { RecentKeys, unreachableOnAbort } from '#server/adapters/payment-terminal/stopping.ts'
import {
  parseCheckoutId,
  parseCheckoutStatus,
  parseTransaction,
  toApproval,
  toRefund,
  type Transaction,
} from './answers.ts'
import { SumupApi, type SumupCall } from './api.ts'
import { PairedReaders } from './readers.ts'
import { SUMUP_TIMES, type SumupOptions, type SumupPayment, type SumupSettings, type SumupTimes } from './settings.ts'

const NOT_TAKEN: TerminalAnswer = { kind: 'not_taken', reason: 'unreachable' }
const TAKEN_BY_ANOTHER: TerminalAnswer = { kind: 'not_taken', reason: 'busy' }
const UNKNOWN_ANSWER: TerminalAnswer = { kind: 'unreachable' }
/** After this many questions in a row that found nothing out, the payment worker takes over, and asks less often. */
const MAX_UNANSWERED = 3
const KEPT_CHECKOUTS = 1000

const postCall = (path: string, body: object, version = 'v0.1'): SumupCall => ({
  method: 'POST',
  version,
  path,
  body,
  repeats: false,
})

/**
 * Solo readers through SumUp's Cloud API. Each payment carries the shop's key as its foreign transaction id, by which any server finds
 * its transaction. Without one, the reader decides: what it may still show is not over.
 */
export class SumupReaders implements PaymentTerminal {
  readonly resendIsIdempotent = false
  readonly inFlightMs: number
  readonly #options: SumupOptions
  readonly #times: SumupTimes
  readonly #api: SumupApi
  readonly #readers: PairedReaders
  readonly #cancelled = new RecentKeys()
  /** What the vendor calls the payments that this server sent: it also knows how those ended that no card was held to. */
  readonly #checkouts = new Map<string, string>()

  constructor(options: SumupOptions) {
    this.#options = options
    this.inFlightMs = options.inFlightMs
    const times = { ...SUMUP_TIMES, ...options.times }
    // Well before "not found" is treated as final.
    this.#times = { ...times, sendWithinMs: Math.min(times.sendWithinMs, options.inFlightMs / 3) }
    this.#api = new SumupApi(options.urls, this.#times)
    this.#readers = new PairedReaders(this.#api, this.#times.answerMs)
  }

  start: PaymentTerminal['start'] = (payment, signal, onSent) =>
    Promise.race([this.#pay(payment, signal, onSent), unreachableOnAbort(signal)])

  status = async (payment: TerminalPayment): Promise<TerminalAnswer> => {
    const about = await this.#find(payment)
    return about ? this.#query(about) : UNKNOWN_ANSWER
  }

  /** The vendor ends what the reader shows, whatever it is: so only while that is this payment. */
  cancel = async (payment: TerminalPayment): Promise<void> => {
    // Before anything else: a payment must not be sent after its own cancellation.
    this.#cancelled.add(payment.serviceId)
    const about = await this.#find(payment)
    if (!about || (await this.#query(about)).kind !== 'in_progress') return
    const { settings, readerId } = about
    const answer = await this.#api.call(settings, postCall(`/readers/${readerId}/terminate`, {}), this.#soon())
    if (answer.kind !== 'ok') this.#report(payment, `not cancelled: ${answer.why}`)
  }

  refund: PaymentTerminal['refund'] = async (payment, refund, { signal, onSent } = {}) => {
    const until = performance.now() + this.#times.sendWithinMs
    const settings = await this.#findSettings(payment)
    if (!settings) return NOT_TAKEN
    const transactionId = refund.transactionId ?? (await this.#findPaid(settings, payment))
    if (transactionId === undefined) return NOT_TAKEN
    if (transactionId === null) return { kind: 'declined', code: 'UNKNOWN_PAYMENT' }
    const { refundId, amountCents } = refund
    // Never repeated after a lost answer: the vendor has no key for a refund.
    const call = postCall(`/payments/${transactionId}/refunds`, { amount: amountCents / 100 }, 'v1.0')
    const answer = await this.#api.call(settings, call, { until, signal })
    if (answer.kind === 'ok' || answer.kind === 'lost') onSent?.()
    if (answer.kind === 'ok')
      return toRefund({ refundId, transactionId, cents: amountCents, currency: payment.currency })
    if (answer.kind === 'lost') return UNKNOWN_ANSWER
    this.#report(payment, `no refund: ${answer.why}`)
    const isTaken = answer.kind === 'refused' && ![401, 403, 429].includes(answer.status)
    return isTaken ? { kind: 'declined', code: answer.why } : NOT_TAKEN
  }

  health: PaymentTerminal['health'] = async terminalId => {
    try {
      const settings = await this.#options.findSettings(terminalId)
      return settings
        ? await this.#readers.check(settings)
        : toTerminalHealth('noSettings', 'SumUp: the terminal has no settings')
    } catch (error) {
      return toTerminalHealth('invalidSettings', `SumUp: ${error instanceof Error ? error.message : 'wrong settings'}`)
    }
  }

  async #pay(...[payment, signal, onSent]: Parameters<PaymentTerminal['start']>): Promise<TerminalAnswer> {
    const until = performance.now() + this.#times.sendWithinMs
    const about = await this.#find(payment)
    if (!about || signal.aborted) return NOT_TAKEN
    if (this.#cancelled.has(payment.serviceId)) return { kind: 'cancelled', by: 'merchant' }
    const { settings, readerId } = about
    const call = postCall(`/readers/${readerId}/checkout`, toCheckout(settings, payment))
    const answer = await this.#api.call(settings, call, { until, signal })
    if (answer.kind === 'refused' || answer.kind === 'unsent') return this.#notSent(payment, answer)
    onSent?.()
    const checkoutId = answer.kind === 'ok' ? parseCheckoutId(answer.body) : undefined
    if (checkoutId !== undefined) this.#remember(payment, checkoutId)
    if (answer.kind === 'lost') this.#report(payment, `no answer to the payment: ${answer.why}`)
    // The reader may show it too late to be heard of in the first answers.
    if (this.#cancelled.has(payment.serviceId)) await this.cancel(payment)
    return answer.kind === 'ok' ? this.#follow(about, signal) : UNKNOWN_ANSWER
  }

  /** The vendor did nothing. A shopper can't do anything about wrong keys or settings: that is no decline. */
  #notSent(payment: TerminalPayment, answer: Extract<ApiAnswer, { kind: 'refused' | 'unsent' }>): TerminalAnswer {
    this.#report(payment, `not sent: ${answer.why}`)
    const isBusy = answer.kind === 'refused' && (answer.status === 429 || /busy|pending checkout/i.test(answer.why))
    return isBusy ? TAKEN_BY_ANOTHER : NOT_TAKEN
  }

  /** Asks until the payment has an outcome, its caller stops waiting, or nothing is known any more. */
  async #follow(about: SumupPayment, signal: AbortSignal): Promise<TerminalAnswer> {
    let unanswered = 0
    for (; !signal.aborted; await sleep(this.#times.pollMs, undefined, { ref: false })) {
      const answer = await this.#query(about)
      if (answer.kind === 'approved' || answer.kind === 'declined' || answer.kind === 'cancelled') return answer
      // The reader gets it later than the vendor accepts it.
      unanswered = answer.kind === 'unreachable' ? unanswered + 1 : 0
      if (unanswered >= MAX_UNANSWERED) return UNKNOWN_ANSWER
    }
    return UNKNOWN_ANSWER
  }

  /** A card that was refused may be followed by another one on the same screen: it is the end only when the reader is done. */
  async #query(about: SumupPayment): Promise<TerminalAnswer> {
    const found = await this.#findTransaction(about.settings, about.payment)
    if (found === undefined) return UNKNOWN_ANSWER
    if (found?.status === 'SUCCESSFUL' || found?.status === 'REFUNDED') return toApproval(found)
    if (found?.status === 'PENDING') return { kind: 'in_progress' }
    return this.#queryUnpaid(about, found)
  }

  async #queryUnpaid(
    { settings, payment, readerId }: SumupPayment,
    failed: Transaction | null,
  ): Promise<TerminalAnswer> {
    const checkoutId = this.#checkouts.get(payment.serviceId)
    if (checkoutId === undefined) {
      const state = await this.#readers.readState(settings, readerId)
      if (state === 'unknown') return UNKNOWN_ANSWER
      if (state === 'paying') return { kind: 'in_progress' }
      return failed ? this.#toEnd(payment, failed.status === 'CANCELLED') : { kind: 'not_found' }
    }
    const path = `/readers/${readerId}/checkout/${checkoutId}`
    const answer = await this.#api.call(settings, { method: 'GET', version: 'v0.1', path, repeats: true }, this.#soon())
    const status = answer.kind === 'ok' ? parseCheckoutStatus(answer.body) : undefined
    if (status === 'pending') return { kind: 'in_progress' }
    // Paid, and its transaction can't be read yet.
    if (status === 'successful' || status === undefined) return UNKNOWN_ANSWER
    return this.#toEnd(payment, status === 'cancelled' || failed?.status === 'CANCELLED')
  }

  #toEnd({ serviceId }: TerminalPayment, isCancelled: boolean): TerminalAnswer {
    if (this.#cancelled.has(serviceId)) return { kind: 'cancelled', by: 'merchant' }
    return isCancelled ? { kind: 'cancelled', by: 'shopper' } : { kind: 'declined', code: 'NOT_PAID' }
  }

  /** Null: the vendor has none. Undefined: that can't be found out. */
  async #findTransaction(settings: SumupSettings, payment: TerminalPayment): Promise<Transaction | null | undefined> {
    const path = `/transactions?foreign_transaction_id=${payment.serviceId}`
    const answer = await this.#api.call(settings, { method: 'GET', version: 'v2.1', path, repeats: true }, this.#soon())
    if (answer.kind === 'refused' && answer.status === 404) return null
    if (answer.kind === 'ok') return parseTransaction(answer.body, payment)
    this.#report(payment, `no status: ${answer.why}`)
    return undefined
  }

  /** The vendor's id of a paid payment; null when it isn't paid. */
  async #findPaid(settings: SumupSettings, payment: TerminalPayment): Promise<string | null | undefined> {
    const found = await this.#findTransaction(settings, payment)
    if (!found) return found
    return found.status === 'SUCCESSFUL' || found.status === 'REFUNDED' ? found.id : null
  }

  #remember({ serviceId }: TerminalPayment, checkoutId: string): void {
    this.#checkouts.set(serviceId, checkoutId)
    const [oldest] = this.#checkouts.keys()
    if (this.#checkouts.size > KEPT_CHECKOUTS && oldest !== undefined) this.#checkouts.delete(oldest)
  }

  async #find(payment: TerminalPayment): Promise<SumupPayment | undefined> {
    const settings = await this.#findSettings(payment)
    const readerId = settings && (await this.#readers.find(settings))
    return settings && readerId !== undefined ? { settings, payment, readerId } : undefined
  }

  async #findSettings({ terminalId }: TerminalPayment): Promise<SumupSettings | undefined> {
    return this.#options.findSettings(terminalId).catch((error: unknown) => {
      this.#options.report?.({ terminalId, event: error instanceof Error ? error.message : 'wrong settings' })
      return undefined
    })
  }

  #soon = () => ({ until: performance.now() + this.#times.answerMs })
  #report = ({ terminalId }: TerminalPayment, event: string): void => this.#options.report?.({ terminalId, event })
}

/** Nothing about the shopper: the amount, the shop's key, and the order's last digits. */
const toCheckout = (
  { app_id, affiliate_key: key }: SumupSettings,
  { serviceId, amountCents, currency, reference }: TerminalPayment,
) => ({
  total_amount: { value: amountCents, currency, minor_unit: 2 },
  affiliate: { app_id, key, foreign_transaction_id: serviceId },
  ...(reference !== undefined && { description: `Puoti ${reference}` }),
})

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { ApiAnswer, CallLimits } from '#server/adapters/payment-terminal/api-call.ts'
import type { PaymentTerminal, TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { RecentKeys, unreachableOnAbort } from '#server/adapters/payment-terminal/stopping.ts'
import {
  newStamp,
  parseTransactionId,
  readCallback,
  readCreation,
  readPayment,
  REFUND_CALLBACK,
  toAnswer,
  toRefundAnswer,
} from './answers.ts'
import { checkPaytrail, PaytrailApi } from './api.ts'
import { LatePayments } from './late-payments.ts'
import {
  PAYTRAIL_TIMES,
  type PaytrailOptions,
  type PaytrailPayment,
  type PaytrailSettings,
  type PaytrailTimes,
} from './settings.ts'

const NOT_TAKEN: TerminalAnswer = { kind: 'not_taken', reason: 'unreachable' }
const UNKNOWN_ANSWER: TerminalAnswer = { kind: 'unreachable' }
/** After this many questions in a row that found nothing out, the payment worker takes over, and asks less often. */
const MAX_UNANSWERED = 3

/**
 * The Payment API of Paytrail: the shopper pays on its page, with a card, a wallet or a bank. The vendor gives each payment its id, which
 * the stored link contains: a payment whose link was never stored was never shown, so no one can pay it. The vendor can't cancel: what is
 * paid after its cancellation goes back at once.
 */
export class PaytrailApps implements PaymentTerminal {
  readonly resendIsIdempotent = false
  readonly inFlightMs: number
  readonly cancelAfterMs: number
  readonly #options: PaytrailOptions
  readonly #times: PaytrailTimes
  readonly #api: PaytrailApi
  readonly #cancelled = new RecentKeys()
  readonly #late: LatePayments
  /** Ends the pause before the next question, by payment. */
  readonly #wake = new Map<string, () => void>()

  constructor(options: PaytrailOptions) {
    this.#options = options
    this.inFlightMs = options.inFlightMs
    const times = { ...PAYTRAIL_TIMES, ...options.times }
    // Well before "not found" is treated as final.
    this.#times = { ...times, sendWithinMs: Math.min(times.sendWithinMs, options.inFlightMs / 3) }
    this.cancelAfterMs = times.cancelAfterMs
    this.#api = new PaytrailApi(options.urls, this.#times)
    this.#late = new LatePayments({
      findPayment: options.findPayment,
      storeLate: options.storeLate,
      times: this.#times,
      query: about => this.#query(about),
      refund: (about, refund) => this.#refund(about, refund, { until: performance.now() + this.#times.sendWithinMs }),
      report: (payment, event) => this.#report(payment, event),
    })
  }

  start: PaymentTerminal['start'] = (payment, signal, onSent) =>
    Promise.race([this.#pay(payment, signal, onSent), unreachableOnAbort(signal)]).finally(() =>
      this.#wake.delete(payment.serviceId),
    )

  status: PaymentTerminal['status'] = async payment => {
    const about = await this.#find(payment)
    return 'kind' in about ? about : this.#query(about)
  }

  /** Nothing to send: from now on, a payment that the shopper hasn't made counts as cancelled. */
  cancel = async ({ serviceId }: TerminalPayment): Promise<void> => {
    this.#cancelled.add(serviceId)
    this.#wake.get(serviceId)?.()
  }

  refund: PaymentTerminal['refund'] = async (payment, refund, { signal, onSent } = {}) => {
    const until = performance.now() + this.#times.sendWithinMs
    const settings = await this.#findSettings(payment)
    const transactionId = refund.transactionId ?? (await this.#findTransactionId(payment))
    if (!settings || transactionId === undefined) return NOT_TAKEN
    if (transactionId === null) return { kind: 'declined', code: 'UNKNOWN_PAYMENT' }
    const answer = await this.#refund({ settings, payment, transactionId }, refund, { until, signal })
    onSent?.()
    return answer
  }

  health = (terminalId: number) =>
    checkPaytrail({
      api: this.#api,
      until: performance.now() + this.#times.answerMs,
      findSettings: () => this.#options.findSettings(terminalId),
    })

  /** A hint that a payment has ended: asks now instead of at the end of the pause; and the refunds that returned no money. */
  receiveWebhook: NonNullable<PaymentTerminal['receiveWebhook']> = async (terminalId, webhook) => {
    const settings = await this.#options.findSettings(terminalId).catch(() => undefined)
    const callback = settings && readCallback(settings, webhook)
    if (!callback) return undefined
    const { serviceId, isPaid, failures } = callback
    this.#wake.get(serviceId)?.()
    if (!isPaid) return failures
    const about = await this.#find({ serviceId, terminalId, amountCents: 0, currency: 'EUR' })
    if (!('kind' in about)) await this.#late.settle(about)
    // Answered with an error, the vendor calls again.
    else if (about.kind === 'unreachable') throw new Error('the payment can’t be read')
    return failures
  }

  async #pay(...[payment, signal, onSent]: Parameters<PaymentTerminal['start']>): Promise<TerminalAnswer> {
    const until = performance.now() + this.#times.sendWithinMs
    const [settings, stored] = [await this.#findSettings(payment), await this.#findStored(payment)]
    if (!settings || !stored || signal.aborted) return NOT_TAKEN
    if (this.#cancelled.has(payment.serviceId)) return { kind: 'cancelled', by: 'merchant' }
    const body = () => this.#creation(settings, payment, stored.language)
    const call = { method: 'POST', path: '/payments', body, repeats: true } as const
    const created = await this.#api.call(settings, call, { until, signal })
    const shown = created.kind === 'ok' ? readCreation(created.body) : undefined
    if (!shown) return this.#notCreated(payment, created)
    onSent?.(shown.link)
    return this.#follow({ settings, payment, transactionId: shown.transactionId }, signal)
  }

  #creation({ contact_email: email }: PaytrailSettings, payment: TerminalPayment, language: string) {
    const { serviceId, amountCents: amount, currency, reference, terminalId } = payment
    const callback = new URL(`/webhooks/terminals/${terminalId}`, this.#options.returnUrl).href
    return {
      stamp: newStamp(serviceId, randomBytes(4).toString('hex')),
      reference: reference === undefined ? serviceId : `Puoti ${reference}`,
      amount,
      currency,
      language: language.toUpperCase(),
      customer: { email },
      redirectUrls: { success: this.#options.returnUrl, cancel: this.#options.returnUrl },
      callbackUrls: { success: callback, cancel: callback },
    }
  }

  /** Also after a lost answer: no one has the link, so no one can pay. The shopper can do nothing about wrong keys: that is no decline. */
  #notCreated(payment: TerminalPayment, answer: ApiAnswer): TerminalAnswer {
    this.#report(payment, `not created: ${answer.kind === 'ok' ? 'unclear answer' : answer.why}`)
    if (answer.kind !== 'refused' || answer.status === 401 || answer.status === 403) return NOT_TAKEN
    return answer.status === 429 ? { kind: 'not_taken', reason: 'busy' } : { kind: 'declined', code: answer.why }
  }

  /** Asks until the payment has an outcome, its caller stops waiting, or nothing is known any more. */
  async #follow(about: PaytrailPayment, signal: AbortSignal): Promise<TerminalAnswer> {
    let unanswered = 0
    // Listens from before the request on, so that a callback that comes during it leads to another request.
    let woken = this.#listen(about.payment.serviceId)
    for (; !signal.aborted; await Promise.race([sleep(this.#times.pollMs, undefined, { ref: false }), woken])) {
      woken = this.#listen(about.payment.serviceId)
      const answer = await this.#query(about)
      if (answer.kind !== 'unreachable' && answer.kind !== 'in_progress') return answer
      unanswered = answer.kind === 'unreachable' ? unanswered + 1 : 0
      if (unanswered >= MAX_UNANSWERED) return UNKNOWN_ANSWER
    }
    return UNKNOWN_ANSWER
  }

  /** Resolves with the next hint about the payment. */
  #listen(serviceId: string): Promise<void> {
    const woken = Promise.withResolvers<void>()
    this.#wake.set(serviceId, woken.resolve)
    return woken.promise
  }

  /** A payment that no one has made ends with its cancellation; one that a bank is still confirming doesn't. */
  async #query(about: PaytrailPayment): Promise<TerminalAnswer> {
    const { settings, payment, transactionId } = about
    const isCancelled = this.#cancelled.has(payment.serviceId)
    const call = { method: 'GET', path: `/payments/${transactionId}`, transactionId, repeats: true } as const
    const answer = await this.#api.call(settings, call, { until: performance.now() + this.#times.answerMs })
    const read = answer.kind === 'ok' ? readPayment(answer.body, payment, transactionId) : undefined
    if (!read) return UNKNOWN_ANSWER
    if (read.status !== 'new' || !isCancelled) return toAnswer(read)
    this.#late.watch(about)
    return { kind: 'cancelled', by: 'merchant' }
  }

  async #refund(about: PaytrailPayment, refund: RefundInput, limits: CallLimits): Promise<TerminalAnswer> {
    const { settings, payment, transactionId } = about
    const { refundId, amountCents } = refund
    const callback = new URL(`/webhooks/terminals/${payment.terminalId}?${REFUND_CALLBACK}`, this.#options.returnUrl)
      .href
    const callbackUrls = { success: callback, cancel: callback }
    const body = () => ({ amount: amountCents, refundStamp: refundId, callbackUrls })
    const path = `/payments/${transactionId}/refund`
    // Never repeated after a lost answer: the vendor doesn't promise to refund once for a stamp.
    const call = { method: 'POST', path, transactionId, body, repeats: false } as const
    const sent = await this.#api.call(settings, call, limits)
    if (sent.kind === 'ok') return toRefundAnswer(sent.body, amountCents, payment.currency)
    if (sent.kind === 'lost') return UNKNOWN_ANSWER
    const isTaken = sent.kind === 'refused' && sent.status !== 401 && sent.status !== 403 && sent.status !== 429
    return isTaken ? { kind: 'declined', code: sent.why } : NOT_TAKEN
  }

  /** By the stored link. Unknown after a restore, and not found while no shopper can have it. */
  async #find(payment: TerminalPayment): Promise<PaytrailPayment | TerminalAnswer> {
    const [settings, transactionId] = [await this.#findSettings(payment), await this.#findTransactionId(payment)]
    if (!settings || transactionId === undefined) return UNKNOWN_ANSWER
    return transactionId === null ? { kind: 'not_found' } : { settings, payment, transactionId }
  }

  /** Null: its link was not stored. Undefined: it can't be read. */
  async #findTransactionId(payment: TerminalPayment): Promise<string | null | undefined> {
    const stored = await this.#findStored(payment)
    return stored?.link ? parseTransactionId(stored.link) : stored?.link
  }

  #findStored = ({ serviceId }: TerminalPayment) => this.#options.findPayment(serviceId).catch(() => undefined)

  async #findSettings({ terminalId }: TerminalPayment): Promise<PaytrailSettings | undefined> {
    return this.#options.findSettings(terminalId).catch((error: unknown) => {
      this.#options.report?.({ terminalId, event: error instanceof Error ? error.message : 'wrong settings' })
      return undefined
    })
  }

  #report = ({ terminalId }: TerminalPayment, event: string): void => this.#options.report?.({ terminalId, event })
}

type RefundInput = { refundId: string; amountCents: number }

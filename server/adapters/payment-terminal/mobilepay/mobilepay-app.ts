import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { ApiAnswer } from '#server/adapters/payment-terminal/api-call.ts'
import type {
  PaymentTerminal,
  SoldLine,
  TerminalPayment,
  TerminalRefund,
} from '#server/adapters/payment-terminal/payment-terminal.ts'
import { RecentKeys, unreachableOnAbort } from '#server/adapters/payment-terminal/stopping.ts'
import {
  toApproval,
  toOutcome,
  isReturnedByOthers,
  readLink,
  readEvents,
  readPayment,
  type ReadPayment,
  toRefundOutcome,
  getPaymentState,
  verifiedReference,
} from './answers.ts'
import { MobilepayApi, checkMobilepay } from './api.ts'
import { paymentCreation } from './creation.ts'
import { MOBILEPAY_TIMES, type MobilepayOptions, type MobilepaySettings, type MobilepayTimes } from './settings.ts'

const NOT_TAKEN: TerminalAnswer = { kind: 'not_taken', reason: 'unreachable' }
const UNKNOWN_ANSWER: TerminalAnswer = { kind: 'unreachable' }
/** After this many status requests in a row that found nothing out, the payment worker takes over, and asks less often. */
const MAX_UNANSWERED = 3

const toPath = ({ serviceId }: TerminalPayment, action = '') => `/epayment/v1/payments/${serviceId}${action}`
const toAmount = (value: number, { currency }: TerminalPayment) => ({ modificationAmount: { value, currency } })

type AppCall = { settings: MobilepaySettings; payment: TerminalPayment }

/**
 * Vipps MobilePay's ePayment API: the shopper pays in the app, and the money is captured at once after the approval. The payment's
 * own reference is ours, so that any server can ask for it. Webhooks only make it ask earlier.
 */
export class MobilepayApps implements PaymentTerminal {
  readonly resendIsIdempotent = true
  readonly inFlightMs: number
  readonly cancelAfterMs: number
  readonly #options: MobilepayOptions
  readonly #times: MobilepayTimes
  readonly #api: MobilepayApi
  readonly #cancelled = new RecentKeys()
  /** Refunds that the API has accepted, whatever it answers later. Needed where `onAccepted` failed to store it. */
  readonly #accepted = new RecentKeys()
  /** Ends the pause before the next question, by payment. */
  readonly #wake = new Map<string, () => void>()

  constructor(options: MobilepayOptions) {
    this.#options = options
    this.inFlightMs = options.inFlightMs
    const times = { ...MOBILEPAY_TIMES, ...options.times }
    // Well before "not found" is treated as final.
    this.#times = { ...times, sendWithinMs: Math.min(times.sendWithinMs, options.inFlightMs / 3) }
    this.cancelAfterMs = times.cancelAfterMs
    this.#api = new MobilepayApi(options.urls, this.#times)
  }

  start: PaymentTerminal['start'] = (payment, signal, onSent) =>
    Promise.race([this.#pay(payment, signal, onSent), unreachableOnAbort(signal)]).finally(() =>
      this.#wake.delete(payment.serviceId),
    )

  status: PaymentTerminal['status'] = async (payment, onLink) => {
    const settings = await this.#findSettings(payment)
    if (!settings) return UNKNOWN_ANSWER
    const { answer, link } = await this.#query({ settings, payment })
    if (link !== undefined) onLink?.(link)
    return answer
  }

  cancel = async (payment: TerminalPayment): Promise<void> => {
    if (this.#cancelled.has(payment.serviceId) && this.#wake.has(payment.serviceId)) return // `#follow` repeats it.
    await this.#end(payment, false)
  }

  /** Never captures, so a caller that stops waiting for the answer may assume that this call took no money. */
  withdraw: NonNullable<PaymentTerminal['withdraw']> = async payment => {
    await this.#end(payment, true)
    return this.readStatus(payment)
  }

  async #end(payment: TerminalPayment, isReleased: boolean): Promise<void> {
    // Before anything else: a payment must not be sent after its own cancellation.
    this.#cancelled.add(payment.serviceId)
    const settings = await this.#findSettings(payment)
    if (settings) await this.#cancel({ settings, payment }, isReleased)
    this.#wake.get(payment.serviceId)?.()
  }

  readStatus: NonNullable<PaymentTerminal['readStatus']> = async payment => {
    const settings = await this.#findSettings(payment)
    if (!settings) return UNKNOWN_ANSWER
    const about = { settings, payment }
    const answer = await this.#get(about)
    return 'kind' in answer ? answer : this.#answer(about, answer)
  }

  refund: PaymentTerminal['refund'] = async (payment, refund, { signal, onSent, onAccepted } = {}) => {
    const until = performance.now() + this.#times.sendWithinMs
    const settings = await this.#findSettings(payment)
    if (!settings) return NOT_TAKEN
    const { refundId: key, amountCents } = refund
    const body = toAmount(amountCents, payment)
    const call = { method: 'POST', path: toPath(payment, '/refund'), body, key } as const
    const sent = await this.#api.call(settings, call, { until, signal })
    if (sent.kind === 'ok') {
      this.#accepted.add(key)
      await onAccepted?.()
    }
    // Last: a server that shuts down then lets another one read the refund.
    onSent?.()
    if (sent.kind === 'unsent') return NOT_TAKEN
    if (sent.kind === 'lost') return UNKNOWN_ANSWER
    // The event log names the refund by its key; the answer to the request doesn't.
    const found = await this.#queryRefund({ settings, payment }, refund)
    if (found.kind === 'approved' || sent.kind === 'ok') return found
    // A conflict may be another request with the same key, and a limit is no answer about an earlier one.
    if (sent.status === 409 || sent.status === 429 || sent.status === 401) return UNKNOWN_ANSWER
    return { kind: 'declined', code: sent.why }
  }

  refundStatus: NonNullable<PaymentTerminal['refundStatus']> = async (payment, refund) => {
    const settings = await this.#findSettings(payment)
    return settings ? this.#queryRefund({ settings, payment }, refund) : UNKNOWN_ANSWER
  }

  health = (terminalId: number) =>
    checkMobilepay({
      api: this.#api,
      until: performance.now() + this.#times.answerMs,
      findSettings: () => this.#options.findSettings(terminalId),
    })

  /** A hint that something happened to a payment: asks now instead of at the end of the pause. */
  receiveWebhook: NonNullable<PaymentTerminal['receiveWebhook']> = async (terminalId, webhook) => {
    const secret = (await this.#options.findSettings(terminalId).catch(() => undefined))?.webhook_secret
    const serviceId = secret === undefined ? undefined : verifiedReference(secret, webhook)
    if (serviceId !== undefined) this.#wake.get(serviceId)?.()
    return serviceId === undefined ? undefined : []
  }

  /** Creates the payment and follows it to its end. */
  async #pay(...[payment, signal, onSent]: Parameters<PaymentTerminal['start']>): Promise<TerminalAnswer> {
    const until = performance.now() + this.#times.sendWithinMs
    const settings = await this.#findSettings(payment)
    if (!settings || signal.aborted) return NOT_TAKEN
    if (this.#cancelled.has(payment.serviceId)) return { kind: 'cancelled', by: 'merchant' }
    const about = { settings, payment }
    const lines = await this.#listSoldLines(payment)
    if (!lines) return NOT_TAKEN // Without them, the app would not check the age.
    const creation = paymentCreation({ ...about, lines, returnUrl: this.#options.returnUrl })
    const created = await this.#api.call(settings, creation, { until, signal })
    // A conflict: an earlier request with this reference arrived.
    const isConflict = created.kind === 'refused' && created.status === 409
    if (created.kind === 'unsent' || (created.kind === 'refused' && !isConflict))
      return this.#notCreated(about, created)
    if (created.kind === 'ok') onSent?.(readLink(created.body))
    return this.#follow(about, signal, created.kind === 'ok' ? undefined : onSent)
  }

  /** The API created nothing. The shopper can do nothing about wrong keys: that is not a decline. */
  #notCreated({ payment }: AppCall, answer: Exclude<ApiAnswer, { kind: 'ok' | 'lost' }>): TerminalAnswer {
    this.#report(payment, `not created: ${answer.why}`)
    if (answer.kind === 'unsent' || answer.status === 401 || answer.status === 403) return NOT_TAKEN
    return answer.status === 429 ? { kind: 'not_taken', reason: 'busy' } : { kind: 'declined', code: answer.why }
  }

  /** Asks until the payment has an outcome, its caller stops waiting, or nothing is known any more. */
  async #follow(about: AppCall, signal: AbortSignal, onLink?: (link?: string) => void): Promise<TerminalAnswer> {
    const { serviceId } = about.payment
    let [unanswered, cancelledAt, isLinkDue] = [0, -Infinity, onLink !== undefined]
    // Listens from before the request on, so that a webhook that comes meanwhile leads to another request.
    let woken = this.#listen(serviceId)
    for (; !signal.aborted; await Promise.race([sleep(this.#times.pollMs, undefined, { ref: false }), woken])) {
      woken = this.#listen(serviceId)
      const { answer, link } = await this.#query(about, signal)
      if (isLinkDue && answer.kind !== 'not_found') onLink?.(link)
      if (answer.kind !== 'not_found') isLinkDue = false
      const isUnknown = answer.kind === 'unreachable' || answer.kind === 'not_found'
      if (!isUnknown && answer.kind !== 'in_progress') return answer
      unanswered = isUnknown ? unanswered + 1 : 0
      if (unanswered >= MAX_UNANSWERED) return UNKNOWN_ANSWER
      // The request may have been lost, or have come while the shopper was confirming.
      const isDue = this.#cancelled.has(serviceId) && performance.now() - cancelledAt > this.#times.cancelEveryMs
      if (!isDue) continue
      cancelledAt = performance.now()
      await this.#cancel(about)
    }
    return UNKNOWN_ANSWER
  }

  /** Resolves with the next hint about the payment. */
  #listen(serviceId: string): Promise<void> {
    const woken = Promise.withResolvers<void>()
    this.#wake.set(serviceId, woken.resolve)
    return woken.promise
  }

  /** Asks for the payment; captures it, if the shopper has approved it and `signal` is not aborted. */
  async #query(about: AppCall, signal?: AbortSignal): Promise<{ answer: TerminalAnswer; link?: string | undefined }> {
    const answer = await this.#get(about)
    if ('kind' in answer) return { answer: answer }
    const standing = getPaymentState(answer)
    if (standing !== 'to_capture' || signal?.aborted)
      return { answer: await this.#answer(about, answer), link: readLink(answer) }
    const captured = await this.#capture(about)
    const after = await this.#get(about)
    if ('kind' in after) return { answer: UNKNOWN_ANSWER }
    if (getPaymentState(after) !== 'to_capture') return { answer: await this.#answer(about, after) }
    this.#report(about.payment, `not captured: ${captured.kind === 'ok' ? 'no change' : captured.why}`)
    return { answer: UNKNOWN_ANSWER }
  }

  async #get({ settings, payment }: AppCall): Promise<ReadPayment | TerminalAnswer> {
    const answer = await this.#api.call(settings, { method: 'GET', path: toPath(payment) }, this.#soon())
    if (answer.kind === 'refused' && answer.status === 404) return { kind: 'not_found' }
    if (answer.kind !== 'ok') return UNKNOWN_ANSWER
    const read = readPayment(answer.body, payment)
    if (!read) this.#report(payment, 'unclear answer')
    return read ?? UNKNOWN_ANSWER
  }

  async #answer(about: AppCall, read: ReadPayment): Promise<TerminalAnswer> {
    switch (getPaymentState(read)) {
      case 'approved':
        return toApproval(read, (await this.#events(about)) ?? [])
      case 'ended':
        return toOutcome((await this.#events(about)) ?? [])
      case 'cancelled':
        return { kind: 'cancelled', by: 'merchant' }
      default: // created, or approved and not captured yet
        return { kind: 'in_progress' }
    }
  }

  /** The idempotency key derives from the payment: however many servers call this, the whole amount is captured once. */
  #capture({ settings, payment }: AppCall): Promise<ApiAnswer> {
    const body = toAmount(payment.amountCents, payment)
    const call = {
      method: 'POST',
      path: toPath(payment, '/capture'),
      body,
      key: `capture-${payment.serviceId}`,
    } as const
    return this.#api.call(settings, call, this.#soon())
  }

  /** A new key each time: an earlier answer must not be repeated. What the shopper has approved is paid, unless `isReleased`. */
  async #cancel({ settings, payment }: AppCall, isReleased = false): Promise<void> {
    const body = { cancelTransactionOnly: !isReleased }
    const call = { method: 'POST', path: toPath(payment, '/cancel'), body, key: randomUUID() } as const
    const answer = await this.#api.call(settings, call, this.#soon())
    if (answer.kind !== 'ok') this.#report(payment, `not cancelled: ${answer.why}`)
  }

  async #events({ settings, payment }: AppCall) {
    const answer = await this.#api.call(settings, { method: 'GET', path: toPath(payment, '/events') }, this.#soon())
    if (answer.kind === 'refused' && answer.status === 404) return []
    return answer.kind === 'ok' ? readEvents(answer.body, payment) : undefined
  }

  /**
   * “Not found” ends a refund, and the next one would pay again. So it is returned only if the API is not known to have accepted
   * this refund, and all returned money belongs to others.
   */
  async #queryRefund(about: AppCall, refund: TerminalRefund): Promise<TerminalAnswer> {
    const events = await this.#events(about)
    if (!events) return UNKNOWN_ANSWER
    const found = toRefundOutcome(events, refund)
    if (found.kind !== 'not_found') return found
    if (refund.isAccepted || this.#accepted.has(refund.refundId)) return UNKNOWN_ANSWER
    // After the events, so that what is refunded meanwhile is unaccounted for.
    const answer = await this.#get(about)
    if ('kind' in answer) return answer
    return isReturnedByOthers(answer, events, refund) ? found : UNKNOWN_ANSWER
  }

  #soon = () => ({ until: performance.now() + this.#times.answerMs })

  /** Undefined when they can't be read. */
  #listSoldLines = async ({ serviceId }: TerminalPayment): Promise<SoldLine[] | undefined> =>
    this.#options.listSoldLines ? this.#options.listSoldLines(serviceId).catch(() => undefined) : []

  async #findSettings({ terminalId }: TerminalPayment): Promise<MobilepaySettings | undefined> {
    return this.#options.findSettings(terminalId).catch((error: unknown) => {
      this.#options.report?.({ terminalId, event: error instanceof Error ? error.message : 'wrong settings' })
      return undefined
    })
  }

  #report = ({ terminalId }: TerminalPayment, event: string): void => this.#options.report?.({ terminalId, event })
}

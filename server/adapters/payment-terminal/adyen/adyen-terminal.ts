import { setTimeout as sleep } from 'node:timers/promises'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { ApiAnswer, RequestLimits } from '#server/adapters/payment-terminal/api-call.ts'
import type {
  PaymentTerminal,
  TerminalPayment,
  TerminalRefund,
} from '#server/adapters/payment-terminal/payment-terminal.ts'
import { RecentKeys, unreachableOnAbort } from '#server/adapters/payment-terminal/stopping.ts'
import { parseTransactionId, paymentAnswer, refundAnswer, UNKNOWN_ANSWER } from './answers.ts'
import { checkAdyen, isOffline, AdyenCloud } from './cloud.ts'
import {
  abortMessage,
  type MessageKey,
  knownPayment,
  knownRefund,
  type Message,
  paymentMessage,
  reversalMessage,
  statusMessage,
  type TransactionId,
  busyWith,
  readReply,
  type Reply,
  findRepeatedBody,
  type Response,
  textIn,
} from './messages.ts'
import { parseRefundFailures } from './refund-failures.ts'
import { ADYEN_TIMES, type AdyenOptions, type AdyenSettings, type AdyenTimes, type OperationId } from './settings.ts'

const NOT_TAKEN: TerminalAnswer = { kind: 'not_taken', reason: 'unreachable' }
const TAKEN_BY_ANOTHER: TerminalAnswer = { kind: 'not_taken', reason: 'busy' }

type AdyenOperation = { settings: AdyenSettings; payment: TerminalPayment }
type AboutRefund = AdyenOperation & { refund: TerminalRefund }

const isEnd = ({ kind }: TerminalAnswer): boolean => kind === 'approved' || kind === 'declined' || kind === 'cancelled'

/**
 * Adyen's Terminal API (nexo, JSON) through its cloud. A transaction's ServiceID derives from the stored key, so that any server
 * can ask the terminal about it. Only the terminal's own answer, or its answer to a status request, is an outcome.
 */
export class AdyenTerminals implements PaymentTerminal {
  // The vendor documents that a ServiceID is refused within 48 hours, not what then becomes of the first one's answer.
  readonly resendIsIdempotent = false
  readonly inFlightMs: number
  readonly #options: AdyenOptions
  readonly #times: AdyenTimes
  readonly #cloud: AdyenCloud
  readonly #cancelled = new RecentKeys()

  constructor(options: AdyenOptions) {
    this.#options = options
    this.inFlightMs = options.inFlightMs
    const times = { ...ADYEN_TIMES, ...options.times }
    // Well before "not found" is treated as final.
    this.#times = { ...times, sendWithinMs: Math.min(times.sendWithinMs, options.inFlightMs / 3) }
    this.#cloud = new AdyenCloud(options.urls)
  }

  start: PaymentTerminal['start'] = (payment, signal, onSent) =>
    Promise.race([this.#pay(payment, signal, onSent), unreachableOnAbort(signal)])

  status = async (payment: TerminalPayment): Promise<TerminalAnswer> => {
    const settings = await this.#findSettings(payment)
    return settings ? this.#ifRemembered(payment, await this.#queryPayment({ settings, payment })) : UNKNOWN_ANSWER
  }

  cancel = async (payment: TerminalPayment): Promise<void> => {
    // Before anything else: a payment must not be sent after its own cancellation.
    this.#cancelled.add(payment.serviceId)
    const settings = await this.#findSettings(payment)
    if (settings) await this.#abort({ settings, payment })
  }

  refund: PaymentTerminal['refund'] = (payment, refund, { signal, onSent } = {}) => {
    const answer = this.#refund(payment, refund, { signal, onSent: onSent })
    return signal ? Promise.race([answer, unreachableOnAbort(signal)]) : answer
  }

  refundStatus: NonNullable<PaymentTerminal['refundStatus']> = async (payment, refund) => {
    const settings = await this.#findSettings(payment)
    return settings
      ? this.#ifRemembered(refund, await this.#queryRefund({ settings, payment, refund }))
      : UNKNOWN_ANSWER
  }

  health = (terminalId: number) =>
    checkAdyen({ cloud: this.#cloud, times: this.#times, findSettings: () => this.#options.findSettings(terminalId) })

  receiveWebhook: NonNullable<PaymentTerminal['receiveWebhook']> = async (terminalId, webhook) => {
    const settings = await this.#options.findSettings(terminalId).catch(() => undefined)
    return settings && parseRefundFailures(settings, webhook)
  }

  /** Sends the payment, unless it is known before that the terminal can't get it, and follows it to its end. */
  async #pay(...[payment, signal, onSent]: Parameters<PaymentTerminal['start']>): Promise<TerminalAnswer> {
    const connectBy = performance.now() + this.#times.sendWithinMs
    const settings = await this.#findSettings(payment)
    if (!settings) return NOT_TAKEN
    const about = { settings, payment }
    const absent = await this.#isAbsent(about, connectBy)
    if (absent || signal.aborted) return absent ?? NOT_TAKEN
    if (this.#cancelled.has(payment.serviceId)) return { kind: 'cancelled', by: 'merchant' }
    const line = new AbortController()
    const limits = {
      connectBy,
      answerMs: this.#times.paymentMs,
      onSent: () => onSent?.(),
      signal: AbortSignal.any([signal, line.signal]),
    }
    const sent = this.#cloud.send(settings, paymentMessage(settings, payment, new Date()), limits)
    return this.#follow(about, sent, { signal, cut: () => line.abort() })
  }

  /** Why it is pointless to send anything: the cloud reports that it has no such terminal, or no connection to it. */
  async #isAbsent({ settings, payment }: AdyenOperation, connectBy: number): Promise<TerminalAnswer | undefined> {
    const reach = await this.#cloud.reach(settings, { connectBy, answerMs: this.#times.reachMs })
    const why = reach.kind === 'ok' ? isOffline(reach.body) && 'the terminal is offline' : reach.why
    if (why === false) return undefined
    this.#report(payment, why)
    // A cloud that doesn't answer this question may still answer the payment itself.
    if (reach.kind === 'lost' || (reach.kind === 'refused' && reach.status === 404)) return undefined
    return reach.kind === 'refused' && reach.status === 429 ? TAKEN_BY_ANOTHER : NOT_TAKEN
  }

  /**
   * Waits for the payment's own answer, and queries its status meanwhile: the answer may be lost on a connection that seems
   * alive.
   */
  async #follow(
    about: AdyenOperation,
    sent: Promise<ApiAnswer>,
    { signal, cut }: FollowOptions,
  ): Promise<TerminalAnswer> {
    const answered = sent.then(answer => this.#ownAnswer(about, answer))
    while (!signal.aborted) {
      const pause = sleep(this.#times.queryEveryMs, undefined, { ref: false })
      const result =
        (await Promise.race([answered, pause])) ?? (await Promise.race([answered, this.#requestOutcome(about, cut)]))
      if (result) return result
    }
    return UNKNOWN_ANSWER
  }

  /** The payment's outcome, if the terminal has one by now. */
  async #requestOutcome(about: AdyenOperation, cut: () => void): Promise<TerminalAnswer | undefined> {
    const response = await this.#queryPayment(about)
    if (isEnd(response)) return response
    // The request may be stuck in transit. If it wasn't sent yet, it must never be: other servers may conclude that it never was.
    if (response.kind === 'not_found') cut()
    // The first abort may have arrived before the payment.
    else if (this.#cancelled.has(about.payment.serviceId)) await this.#abort(about)
    return undefined
  }

  #ownAnswer({ settings, payment }: AdyenOperation, sent: ApiAnswer): TerminalAnswer {
    const { serviceId } = knownPayment(payment)
    const read = this.#replyTo(payment, serviceId, sent)
    if ('kind' in read) return read
    const { PaymentResponse: reply } = read
    if (!reply) return UNKNOWN_ANSWER
    const answer = paymentAnswer(reply, { payment, poiId: settings.poi_id }, 'own')
    if (!isEnd(answer)) this.#report(payment, `answer to the payment: ${errorText(reply.Response)}`)
    return answer.kind === 'busy' ? busyAnswer(reply.Response, serviceId) : answer
  }

  /** The reply to a payment or a refund, or what its absence means. */
  #replyTo(payment: TerminalPayment, serviceId: string, sent: ApiAnswer): Reply | TerminalAnswer {
    if (sent.kind !== 'ok') {
      this.#report(payment, `${sent.kind}: ${sent.why}`)
      if (sent.kind === 'lost') return UNKNOWN_ANSWER
      return sent.kind === 'refused' && sent.status === 429 ? TAKEN_BY_ANOTHER : NOT_TAKEN
    }
    const read = readReply(sent.body, serviceId)
    if (read.kind === 'reply') return read.reply
    this.#report(payment, read.why)
    return UNKNOWN_ANSWER
  }

  async #queryPayment(about: AdyenOperation): Promise<TerminalAnswer> {
    const { settings, payment } = about
    const response = await this.#queryStatus(about, knownPayment(payment))
    if ('kind' in response) return response
    const { PaymentResponse: reply } = response
    return reply ? paymentAnswer(reply, { payment, poiId: settings.poi_id }, 'repeated') : UNKNOWN_ANSWER
  }

  async #queryRefund(about: AboutRefund): Promise<TerminalAnswer> {
    const { settings, payment, refund } = about
    const response = await this.#queryStatus(about, knownRefund(refund))
    if ('kind' in response) return response
    const { ReversalResponse: reply } = response
    return reply ? refundAnswer(reply, { payment, refund, poiId: settings.poi_id }, 'repeated') : UNKNOWN_ANSWER
  }

  /** What the terminal repeats of a transaction, or why it repeats nothing. */
  async #queryStatus({ settings, payment }: AdyenOperation, key: MessageKey) {
    const message = statusMessage(settings, key)
    const answer = await this.#cloud.send(settings, message, this.#soon())
    const read = answer.kind === 'ok' ? readReply(answer.body, getMessageId(message)) : undefined
    const response = read?.kind === 'reply' ? read.reply.TransactionStatusResponse?.Response : undefined
    if (response?.Result === 'Failure') return whyNotRepeated(response)
    const again = read?.kind === 'reply' && response ? findRepeatedBody(read.reply, key) : undefined
    if (again) return again
    const why = answer.kind === 'ok' ? (read?.kind === 'unclear' ? read.why : 'unclear answer') : answer.why
    this.#report(payment, `no status: ${why}`)
    return UNKNOWN_ANSWER
  }

  /** “Not found” proves nothing about what the terminal may have forgotten; then an admin decides. */
  async #ifRemembered(sent: OperationId, answer: TerminalAnswer): Promise<TerminalAnswer> {
    const { sentAt } = this.#options
    if (answer.kind !== 'not_found' || !sentAt) return answer
    const at = await sentAt(sent).catch(() => undefined)
    return at && Date.now() - at.getTime() <= this.#times.rememberedMs ? answer : UNKNOWN_ANSWER
  }

  async #abort({ settings, payment }: AdyenOperation): Promise<void> {
    const answer = await this.#cloud.send(settings, abortMessage(settings, knownPayment(payment)), this.#soon())
    if (answer.kind !== 'ok') this.#report(payment, `not cancelled: ${answer.why}`)
  }

  async #refund(payment: TerminalPayment, refund: TerminalRefund, call: Pick<RequestLimits, 'signal'> & LeaveOptions) {
    const connectBy = performance.now() + this.#times.sendWithinMs
    const settings = await this.#findSettings(payment)
    if (!settings) return NOT_TAKEN
    const about = { settings, payment, refund }
    // A repeated call has the first one's outcome.
    const earlier = await this.#queryRefund(about)
    if (earlier.kind === 'busy') return TAKEN_BY_ANOTHER
    if (earlier.kind === 'unreachable') return NOT_TAKEN
    if (earlier.kind !== 'not_found') return earlier
    const original = await this.#findOriginal(about)
    if ('kind' in original) return original
    const message = reversalMessage(settings, { payment, refund, original }, new Date())
    const limits = { connectBy, answerMs: this.#times.refundMs, signal: call.signal, onSent: call.onSent }
    const read = this.#replyTo(payment, getMessageId(message), await this.#cloud.send(settings, message, limits))
    if ('kind' in read) return read
    const { ReversalResponse: reply } = read
    if (!reply) return UNKNOWN_ANSWER
    const answer = refundAnswer(reply, { payment, refund, poiId: settings.poi_id }, 'own')
    if (answer.kind !== 'approved') this.#report(payment, `answer to the refund: ${errorText(reply.Response)}`)
    return answer.kind === 'busy' ? busyAnswer(reply.Response, getMessageId(message)) : answer
  }

  /** The payment in the vendor's books. Until that is known, nothing is sent. */
  async #findOriginal({ settings, payment, refund }: AboutRefund): Promise<TransactionId | TerminalAnswer> {
    const stored = parseTransactionId(refund.transactionId ?? '')
    if (stored) return stored
    const response = await this.#queryPayment({ settings, payment })
    const found = response.kind === 'approved' ? parseTransactionId(response.transactionId) : undefined
    if (found) return found
    const isNotPaid = response.kind === 'not_found' || response.kind === 'declined' || response.kind === 'cancelled'
    return isNotPaid ? { kind: 'declined', code: 'NOT_APPROVED' } : NOT_TAKEN
  }

  #soon = (): RequestLimits => {
    const { sendWithinMs, answerMs } = this.#times
    return { connectBy: performance.now() + sendWithinMs, answerMs }
  }

  async #findSettings({ terminalId }: TerminalPayment): Promise<AdyenSettings | undefined> {
    return this.#options.findSettings(terminalId).catch((error: unknown) => {
      this.#options.report?.({ terminalId, event: error instanceof Error ? error.message : 'wrong settings' })
      return undefined
    })
  }

  #report = ({ terminalId }: TerminalPayment, event: string): void => this.#options.report?.({ terminalId, event })
}

type FollowOptions = { signal: AbortSignal; cut: () => void }
type LeaveOptions = { onSent?: (() => void) | undefined }

const getMessageId = ({ SaleToPOIRequest: { MessageHeader } }: Message): string => MessageHeader.ServiceID

const errorText = ({ ErrorCondition: condition, Result, AdditionalResponse }: Response): string =>
  [condition ?? Result, textIn(AdditionalResponse)].filter(Boolean).join(', ')

function whyNotRepeated({ ErrorCondition: condition }: Response): TerminalAnswer {
  if (condition === 'InProgress') return { kind: 'in_progress' }
  if (condition === 'NotFound') return { kind: 'not_found' }
  return condition === 'Busy' ? { kind: 'busy' } : UNKNOWN_ANSWER
}

/** A busy terminal reports its transaction: ours, if a gateway doubled the request; or another, and then it didn't take ours. */
function busyAnswer(response: Response, serviceId: string): TerminalAnswer {
  const busyKey = busyWith(response)
  if (busyKey === undefined) return { kind: 'busy' }
  return busyKey === serviceId ? { kind: 'in_progress' } : TAKEN_BY_ANOTHER
}

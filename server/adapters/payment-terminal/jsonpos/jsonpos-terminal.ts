import { setTimeout as sleep } from 'node:timers/promises'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalHealth } from '#domain/payments/terminal-health.ts'
import type {
  PaymentTerminal,
  TerminalPayment,
  TerminalRefund,
} from '#server/adapters/payment-terminal/payment-terminal.ts'
import { unreachableOnAbort } from '#server/adapters/payment-terminal/stopping.ts'
import {
  type TransactionRequest,
  isInconclusive,
  type Verdict,
  toVerdict,
  aboutRefund,
  toTransactionRequest,
  isFinalAnswer,
  notApproved,
  toParams,
  refundAsked,
} from './answers.ts'
import { clearTerminal, checkTerminal, queryOutcome } from './check-terminal.ts'
import { type JsonposConnection, Connections, PlainNetworks } from './connections.ts'
import type { MessageFields } from './messages.ts'
import { JSONPOS_TIMES, type JsonposOptions, type JsonposTimes } from './settings.ts'

const NOT_TAKEN: TerminalAnswer = { kind: 'not_taken', reason: 'unreachable' }

/** Terminals with the JSONPOS protocol. Check returns a payment's outcome even after a lost connection. */
export class JsonposTerminals implements PaymentTerminal {
  readonly resendIsIdempotent = false
  readonly inFlightMs: number
  readonly #times: JsonposTimes
  readonly #report: NonNullable<JsonposOptions['report']>
  readonly #connections: Connections
  readonly #networks: PlainNetworks
  readonly #settingsOf: JsonposOptions['findSettings']
  /** The purchase that our connection is waiting for, by terminal. */
  readonly #underWay = new Map<number, string>()
  /** The last refund that was sent, by terminal. */
  readonly #refunding = new Map<number, Promise<TerminalAnswer>>()
  readonly #marks = new RecentMarks()

  constructor(options: JsonposOptions) {
    this.inFlightMs = options.inFlightMs
    const times = { ...JSONPOS_TIMES, ...options.times }
    // Well before "not found" is treated as final.
    const third = this.inFlightMs / 3
    const [sendWithinMs, watchMs] = [Math.min(times.sendWithinMs, third), Math.min(times.watchMs, third)]
    this.#times = { ...times, sendWithinMs, watchMs }
    this.#settingsOf = options.findSettings
    this.#report = options.report ?? (() => undefined)
    this.#networks = new PlainNetworks(options.plainNetworks ?? [])
    this.#connections = new Connections({
      networks: this.#networks,
      findSettings: options.findSettings,
      times: this.#times,
      onClosed: (terminalId, why) => this.#report({ terminalId, event: `connection closed: ${why}` }),
    })
  }

  start: PaymentTerminal['start'] = async (payment, signal, onSent) => {
    const began = performance.now()
    const connection = await this.#connect(payment.terminalId)
    if (!connection) return NOT_TAKEN
    // Wait for our own refund instead of aborting it.
    await Promise.race([this.#refunding.get(payment.terminalId), sleep(this.#times.clearMs, undefined, { ref: false })])
    // This can't be another open payment of ours: only one at a time is sent to a terminal.
    const doing = await clearTerminal(connection, { clear: this.#times.clearMs, answer: this.#times.answerMs })
    if (doing === 'transaction') return { kind: 'not_taken', reason: 'busy' }
    if (this.#isAborted(payment)) return { kind: 'cancelled', by: 'merchant' }
    const isLate = performance.now() - began > this.#times.sendWithinMs
    if (doing === 'lost' || isLate || signal.aborted || !connection.session.isOpen) return NOT_TAKEN
    const purchase = this.#transact(connection, {
      method: 'Purchase',
      about: payment,
      request: toTransactionRequest(payment),
    })
    onSent?.()
    return Promise.race([purchase, unreachableOnAbort(signal)])
  }

  status = async (payment: TerminalPayment): Promise<TerminalAnswer> => {
    const connection = await this.#connect(payment.terminalId)
    if (!connection) return { kind: 'unreachable' }
    return this.#answer(payment, await queryOutcome(connection, toTransactionRequest(payment), this.#times.answerMs))
  }

  cancel = async (payment: TerminalPayment): Promise<void> => {
    const isOther = () => (this.#underWay.get(payment.terminalId) ?? payment.serviceId) !== payment.serviceId
    // An abort does not identify a payment, so it must not hit the next one.
    if (isOther()) return
    // Before anything else: a purchase must not be sent after its own abort.
    this.#marks.set(`abort ${payment.serviceId}`)
    const connection = await this.#connect(payment.terminalId)
    if (!isOther()) connection?.session.notify('Abort', {})
  }

  refund: PaymentTerminal['refund'] = async (payment, refund, { signal, onSent } = {}) => {
    const began = performance.now()
    const connection = await this.#connect(payment.terminalId)
    if (!connection) return this.#unsent(refund)
    const request = refundAsked(payment, refund)
    const before = this.#answer(
      aboutRefund(payment, refund),
      await queryOutcome(connection, request, this.#times.answerMs),
    )
    if (isFinalAnswer(before)) return before
    if (before.kind !== 'not_found') return this.#unsent(refund, before.kind === 'busy' ? 'busy' : 'unreachable')
    const original = await this.#findOriginal(connection, payment, refund)
    if ('kind' in original) return isFinalAnswer(original) ? original : this.#unsent(refund)
    const isLate = performance.now() - began > this.#times.sendWithinMs
    if (this.#maySoonArrive(refund) || isLate || signal?.aborted || !connection.session.isOpen)
      return this.#unsent(refund)
    this.#marks.set(`refund ${refund.refundId}`)
    const about = aboutRefund(payment, refund)
    const answer = this.#sendRefund(connection, { method: 'Refund', about, request, params: original })
    onSent?.()
    this.#refunding.set(payment.terminalId, answer)
    return signal ? Promise.race([answer, unreachableOnAbort(signal)]) : answer
  }

  refundStatus = async (payment: TerminalPayment, refund: TerminalRefund): Promise<TerminalAnswer> => {
    const connection = await this.#connect(payment.terminalId)
    if (!connection) return { kind: 'unreachable' }
    const verdict = await queryOutcome(connection, refundAsked(payment, refund), this.#times.answerMs)
    return this.#answer(aboutRefund(payment, refund), verdict)
  }

  health = (terminalId: number): Promise<TerminalHealth> =>
    checkTerminal({
      ...this.#times,
      open: () => this.#connections.to(terminalId),
      findSettings: () => this.#settingsOf(terminalId),
    })

  // Only a connection in a network has a host; the other one has a URL, which is always safe.
  protects = async ({ host }: PlainSettings): Promise<boolean> => host === undefined || this.#networks.leadsThere(host)

  close = (): void => this.#connections.close()

  async #connect(terminalId: number): Promise<JsonposConnection | undefined> {
    return this.#connections.to(terminalId).catch((error: unknown) => {
      this.#report({ terminalId, event: `not reached: ${error instanceof Error ? error.message : String(error)}` })
      return undefined
    })
  }

  /** The terminal's id for the payment, or the response that there is no payment to refund. */
  async #findOriginal(connection: JsonposConnection, payment: TerminalPayment, { transactionId }: TerminalRefund) {
    if (transactionId) return { transaction_id: transactionId }
    const original = this.#answer(
      payment,
      await queryOutcome(connection, toTransactionRequest(payment), this.#times.answerMs),
    )
    return original.kind === 'approved' ? { transaction_id: original.transactionId } : notApproved(original)
  }

  #maySoonArrive({ refundId }: TerminalRefund): boolean {
    return this.#marks.ageMs(`refund ${refundId}`) < this.inFlightMs
  }

  /** This call sent no refund, but an earlier one may have. */
  #unsent(refund: TerminalRefund, why: 'busy' | 'unreachable' = 'unreachable'): TerminalAnswer {
    return this.#maySoonArrive(refund) ? { kind: 'unreachable' } : { kind: 'not_taken', reason: why }
  }

  /** "Not found" for the payment counts as a refusal when a Check confirms that the refund does not exist. */
  async #sendRefund(connection: JsonposConnection, refund: JsonposTransaction): Promise<TerminalAnswer> {
    const answer = await this.#transact(connection, refund)
    if (answer.kind !== 'not_found') return answer
    const checked = this.#answer(refund.about, await queryOutcome(connection, refund.request, this.#times.answerMs))
    return checked.kind === 'not_found' ? notApproved(checked) : checked
  }

  /** Sends the request synchronously: nothing may be awaited before it. */
  async #transact(
    connection: JsonposConnection,
    { method, about, request, params }: JsonposTransaction,
  ): Promise<TerminalAnswer> {
    const { terminalId, serviceId } = about
    const over = new AbortController()
    const response = connection.session.request(method, {
      api_key: connection.apiKey,
      ...toParams(request, about.reference),
      ...params,
    })
    this.#underWay.set(terminalId, serviceId)
    const { watchMs, answerMs } = this.#times
    const watched = watchPurchase(connection, request, { everyMs: watchMs, answerMs, over: over.signal })
    const verdict = await Promise.race([response.then(answer => toVerdict(answer, request)), watched])
    over.abort()
    if (this.#underWay.get(terminalId) === serviceId) this.#underWay.delete(terminalId)
    if (verdict.kind !== 'unclear' || (!verdict.isResult && isInconclusive(verdict.code)))
      return this.#answer(about, verdict)
    // An unknown code is a decline only when the transaction's own response and a Check agree on it.
    const checked = await queryOutcome(connection, request, this.#times.answerMs)
    const agrees = checked.kind === 'unclear' && checked.code === verdict.code && !checked.isResult && !verdict.isResult
    return agrees ? { kind: 'declined', code: verdict.code } : this.#answer(about, checked)
  }

  #isAborted({ serviceId }: TerminalPayment): boolean {
    return this.#marks.ageMs(`abort ${serviceId}`) < Infinity
  }

  #answer(payment: TerminalPayment, verdict: Verdict): TerminalAnswer {
    const { terminalId, serviceId } = payment
    if (verdict.kind === 'unclear') {
      this.#report({ terminalId, event: `unclear answer: ${verdict.code}` })
      return { kind: 'unreachable' }
    }
    if (verdict.kind === 'cancelled' && this.#isAborted(payment)) return { kind: 'cancelled', by: 'merchant' }
    const isOurs = this.#underWay.get(terminalId) === serviceId
    return verdict.kind === 'busy' && isOurs ? { kind: 'in_progress' } : verdict
  }
}

type JsonposTransaction = {
  method: 'Purchase' | 'Refund'
  about: TerminalPayment
  request: TransactionRequest
  params?: MessageFields
}

const MAX_REMEMBERED = 10_000

/** The times of recent actions; the oldest are dropped. */
class RecentMarks {
  readonly #at = new Map<string, number>()

  set(what: string): void {
    this.#at.delete(what)
    this.#at.set(what, performance.now())
    const [oldest] = this.#at.keys()
    if (this.#at.size > MAX_REMEMBERED && oldest !== undefined) this.#at.delete(oldest)
  }

  /** Infinity when there is no such mark, or it was dropped. */
  ageMs(what: string): number {
    return performance.now() - (this.#at.get(what) ?? -Infinity)
  }
}

type WatchOptions = { everyMs: number; answerMs: number; over: AbortSignal }

/**
 * Periodically queries a purchase whose response has not arrived though the connection is open: a gateway may lose a
 * message. Returns a final outcome, or `unreachable` when the terminal is idle and does not find the purchase; keeps waiting
 * while the shopper is paying.
 */
async function watchPurchase(
  connection: JsonposConnection,
  request: TransactionRequest,
  watch: WatchOptions,
): Promise<Verdict> {
  let timesMissing = 0
  while (!watch.over.aborted && connection.session.isOpen) {
    await sleep(watch.everyMs, undefined, { signal: watch.over, ref: false }).catch(() => undefined)
    if (watch.over.aborted) break
    const verdict = await queryOutcome(connection, request, watch.answerMs)
    if (isFinal(verdict)) return verdict
    timesMissing = verdict.kind === 'not_found' ? timesMissing + 1 : 0
    // A single "not found" may come just before the terminal starts the purchase.
    if (timesMissing === 2) break
  }
  return { kind: 'unreachable' }
}

const isFinal = ({ kind }: Verdict): boolean => kind === 'approved' || kind === 'declined' || kind === 'cancelled'

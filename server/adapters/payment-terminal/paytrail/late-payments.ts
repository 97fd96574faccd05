import { setTimeout as sleep } from 'node:timers/promises'
import { ENDED_UNPAID, isIn, OPEN_STATES } from '#domain/payments/attempt-states.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { LATE_PAYMENT, LATE_RETURN, type TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { PaytrailOptions, PaytrailPayment, PaytrailTimes } from './settings.ts'

type LatePaymentsOptions = {
  findPayment: PaytrailOptions['findPayment']
  storeLate: PaytrailOptions['storeLate']
  times: PaytrailTimes
  query: (about: PaytrailPayment) => Promise<TerminalAnswer>
  refund: (about: PaytrailPayment, refund: { refundId: string; amountCents: number }) => Promise<TerminalAnswer>
  report: (payment: TerminalPayment, event: string) => void
}

const LOOK_MS = 200
const OPEN_OR_UNRESOLVED = [...OPEN_STATES, 'UNRESOLVED'] as const
const UNPAID_STATES = [...ENDED_UNPAID, 'NOT_PROCESSED'] as const

/**
 * Payments that a shopper makes on the vendor's page after the shop has ended them: the whole amount goes back. The vendor refuses to
 * return more than was paid, so two servers, or two callbacks, return it once.
 */
export class LatePayments {
  readonly #options: LatePaymentsOptions
  readonly #watched = new Set<string>()

  constructor(options: LatePaymentsOptions) {
    this.#options = options
  }

  /** Asks again a few times after a cancellation. */
  watch(about: PaytrailPayment): void {
    const { serviceId } = about.payment
    if (this.#watched.has(serviceId)) return
    this.#watched.add(serviceId)
    void this.#watch(about).finally(() => this.#watched.delete(serviceId))
  }

  async #watch(about: PaytrailPayment): Promise<void> {
    let since = 0
    for (const ms of this.#options.times.lateAfterMs) {
      await sleep(ms - since, undefined, { ref: false })
      since = ms
      if (await this.#return(about).catch(() => undefined)) return
    }
  }

  /**
   * After a callback about a paid payment: waits for the outcome that the shop writes, and returns the money of a payment that it has
   * ended unpaid. Throws while that is not clear, so that the vendor calls again.
   */
  async settle(about: PaytrailPayment): Promise<void> {
    const until = performance.now() + this.#options.times.settleMs
    for (;;) {
      const stored = await this.#options.findPayment(about.payment.serviceId)
      if (stored && isIn(UNPAID_STATES, stored.state)) break
      if (stored && !isIn(OPEN_OR_UNRESOLVED, stored.state)) return
      if (performance.now() >= until) throw new Error('the payment is still open')
      await sleep(LOOK_MS)
    }
    if (!(await this.#return(about))) throw new Error('the late payment is not returned yet')
  }

  /** Stores what became of it. False while it isn't known to be paid and returned, or refused. */
  async #return(about: PaytrailPayment): Promise<boolean> {
    const { payment, transactionId } = about
    const { serviceId: merchantReference, currency } = payment
    const stored = await this.#options.findPayment(merchantReference)
    if (!stored || !isIn(UNPAID_STATES, stored.state)) return false
    if (stored.isReturned) return true
    const answer = await this.#options.query(about)
    if (answer.kind !== 'approved') return false
    const refundId = `late-${merchantReference}`
    const { amountCents } = answer
    const returned = await this.#options.refund(about, { refundId, amountCents })
    this.#options.report(payment, `paid after its end, returned: ${returned.kind}`)
    const what = { merchantReference, amountCents, currency, failedAt: undefined }
    if (returned.kind === 'approved')
      await this.#options.storeLate({ ...what, reference: refundId, event: LATE_RETURN, reason: '' })
    else if (returned.kind === 'declined')
      await this.#options.storeLate({ ...what, reference: transactionId, event: LATE_PAYMENT, reason: returned.code })
    return returned.kind === 'approved' || returned.kind === 'declined'
  }
}

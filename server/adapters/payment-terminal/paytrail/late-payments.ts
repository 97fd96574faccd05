import { setTimeout as sleep } from 'node:timers/promises'
import { ENDED_UNPAID, isIn, OPEN_STATES } from '#domain/payments/attempt-states.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import {
  LATE_PAYMENT,
  type RefundFailure,
  type TerminalPayment,
} from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { PaytrailOptions, PaytrailPayment, PaytrailTimes } from './settings.ts'

type LatePaymentsOptions = {
  findPayment: PaytrailOptions['findPayment']
  times: PaytrailTimes
  query: (about: PaytrailPayment) => Promise<TerminalAnswer>
  refund: (about: PaytrailPayment, refund: { refundId: string; amountCents: number }) => Promise<TerminalAnswer>
  report: (payment: TerminalPayment, event: string) => void
}

const LOOK_MS = 200
const OPEN = [...OPEN_STATES, 'UNRESOLVED'] as const
const UNPAID = [...ENDED_UNPAID, 'NOT_PROCESSED'] as const

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
   * ended unpaid. Throws while that is not clear, so that the vendor calls again. Money that can't go back is reported as a failed refund.
   */
  async settle(about: PaytrailPayment): Promise<RefundFailure[]> {
    const until = performance.now() + this.#options.times.settleMs
    for (;;) {
      const stored = await this.#options.findPayment(about.payment.serviceId)
      if (stored && isIn(UNPAID, stored.state)) break
      if (stored && !isIn(OPEN, stored.state)) return []
      if (performance.now() >= until) throw new Error('the payment is still open')
      await sleep(LOOK_MS)
    }
    const end = await this.#return(about)
    if (end === undefined) throw new Error('the late payment is not returned yet')
    return end
  }

  /** Undefined while it isn't known to be paid and returned. */
  async #return(about: PaytrailPayment): Promise<RefundFailure[] | undefined> {
    const { payment, transactionId } = about
    const stored = await this.#options.findPayment(payment.serviceId)
    if (!stored || !isIn(UNPAID, stored.state)) return undefined
    const answer = await this.#options.query(about)
    if (answer.kind !== 'approved') return undefined
    const refundId = `late-${payment.serviceId}`
    const { amountCents } = answer
    const returned = await this.#options.refund(about, { refundId, amountCents })
    this.#options.report(payment, `paid after its end, returned: ${returned.kind}`)
    if (returned.kind === 'approved') return []
    if (returned.kind !== 'declined') return undefined
    const what = {
      reference: transactionId,
      merchantReference: payment.serviceId,
      event: LATE_PAYMENT,
      reason: returned.code,
    }
    return [{ ...what, amountCents, currency: payment.currency, failedAt: undefined }]
  }
}

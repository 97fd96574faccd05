import { orderCan } from '#domain/orders/order.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'
import { type ManualOutcome, manualOutcomes, STATE_OF_OUTCOME } from '#domain/payments/manual-outcome.ts'
import { SEND_WITHIN_MS } from '#domain/payments/operation-machine.ts'
import { decideAttempt, type TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { decideRefund } from '#domain/payments/refund-machine.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import type { Attempt } from '#server/modules/payments/order-payments/attempts.ts'
import type { Refund } from '#server/modules/payments/refunds/refund-rows.ts'
import type { RefundRequest } from '#server/modules/payments/refunds/request-refund.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { onceOnly } from './simulated-drive.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Transact } from './simulated-worker.ts'
import type { RefundWorker } from './simulated-workers.ts'
import type { World } from './world.ts'

const ASK_FOR_MS = 10_000
const ADMIN_ID = 1_000_000
/** The code that the shopper gets for each outcome. */
const CODES = {
  paid: 'SUCCESS',
  not_paid: 'TERMINAL_UNREACHABLE',
  refunded_by_hand: 'USER_CANCELLED',
} as const satisfies Record<ManualOutcome, StringCode>

export type RefundRequestInput = Pick<RefundRequest, 'orderId' | 'expectedCents' | 'returnsStock' | 'lines'>
type Server = { process: SimulatedProcess; transact: Transact; worker: RefundWorker }

/**
 * The routes for admins of a server (server/modules/payments/refunds/routes.ts, unresolved-payments/routes.ts) in virtual time:
 * refunds, and outcomes that a person decides.
 */
export class SimulatedBackOffice {
  readonly #world: World
  readonly #server: Server

  constructor(world: World, server: Server) {
    this.#world = world
    this.#server = server
  }

  /** What the page of an order shows as refunded. */
  display(orderId: number, dispatch: (refundedCents: number) => void): void {
    this.#server.transact(this.#world.refunds.refundedCents(orderId), cents => cents !== undefined && dispatch(cents))
  }

  refund(input: RefundRequestInput): void {
    const { transact, process, worker } = this.#server
    const request = { ...input, userId: ADMIN_ID, owner: process.owner, reason: 'spoiled' }
    transact(this.#world.refunds.request(request), result => {
      if (result && !isRefusal(result) && isRefundOpen(result.state)) worker.runStep(result, { source: 'live' })
    })
  }

  /** Asks the terminal a last time: its outcome takes precedence. */
  decideRefund(refundId: number, isRefunded: boolean): void {
    const { transact } = this.#server
    const { refunds, wire, agenda, refundInFlightMs } = this.#world
    transact(refunds.find(refundId), refund => {
      if (refund?.state !== 'UNRESOLVED') return
      const now = agenda.now + this.#server.process.skewMs
      this.#lastAnswer(
        dispatch => wire.refundStatus(refund.payment, refund.request, dispatch),
        answer => {
          const { state, request, sentAt } = refund
          const inFlightMs = SEND_WITHIN_MS + refundInFlightMs
          const situation = { state, amountCents: request.amountCents, sentAt: sentAt ?? now, now, inFlightMs, answer }
          const { to, detail } = decideRefund(situation)
          if (to !== undefined && !isRefundOpen(to))
            return transact(refunds.settle(refund, { to, detail, answer, source: 'recovery' }), () => undefined)
          if (answer.kind !== 'approved' || isRefunded) this.#settleRefund(refund, isRefunded)
        },
      )
    })
  }

  #settleRefund(refund: Refund, isRefunded: boolean): void {
    const by = { userId: ADMIN_ID, reason: 'the receipt says so' }
    const word = { to: isRefunded ? 'DONE' : 'NOT_PROCESSED', source: 'admin', by } as const
    this.#world.log(() => `an admin says of refund ${refund.id}: ${word.to}`)
    this.#server.transact(this.#world.refunds.settle(refund, word), () => undefined)
  }

  decidePayment(attemptId: number, outcome: ManualOutcome): void {
    const { repository } = this.#world
    this.#server.transact(repository.find(attemptId), attempt => {
      const order = attempt && repository.rows.orders.get(attempt.orderId)
      if (!order) return
      const outcomes = manualOutcomes({ state: attempt.state, isOrderWaiting: orderCan.awaitsTerminal(order) })
      if (!outcomes.includes(outcome)) return
      if (attempt.state === 'UNRESOLVED') this.#queryPayment(attempt, outcome)
      else this.#settlePayment(attempt, outcome)
    })
  }

  #queryPayment(attempt: Attempt, outcome: ManualOutcome): void {
    const { repository, wire, agenda, inFlightMs, appId, pages } = this.#world
    const isWithdrawn = outcome === 'not_paid' && attempt.payment.terminalId === appId && !pages
    const now = agenda.now + this.#server.process.skewMs
    this.#lastAnswer(
      dispatch => (isWithdrawn ? wire.withdraw(attempt.payment, dispatch) : wire.status(attempt.payment, dispatch)),
      answer => {
        const { state, payment, sentAt, cancelRequestedAt } = attempt
        const situation = { state, amountCents: payment.amountCents, sentAt: sentAt ?? now, now, answer }
        const decided = decideAttempt({ ...situation, cancelRequestedAt, inFlightMs: SEND_WITHIN_MS + inFlightMs })
        const { to, stringCode = 'UNKNOWN' } = decided
        // A payment in an app that may still be captured is not decided. (No simulated payment gets two days old.)
        if (to === undefined && isWithdrawn) return
        const isAgreed = to === undefined || (isWithdrawn && answer.kind === 'cancelled')
        if (isAgreed) return this.#settlePayment(attempt, outcome)
        const observed = { to, stringCode, answer, source: 'recovery' } as const
        this.#server.transact(repository.settle(attempt, observed), () => undefined)
      },
    )
  }

  #settlePayment(attempt: Attempt, outcome: ManualOutcome): void {
    const by = { userId: ADMIN_ID, reason: 'the receipt says so', seen: attempt.state }
    const word = { to: STATE_OF_OUTCOME[outcome], stringCode: CODES[outcome], source: 'admin', by } as const
    this.#world.log(() => `an admin says of attempt ${attempt.id}: ${word.to}`)
    this.#server.transact(this.#world.repository.settle(attempt, word), () => undefined)
  }

  #lastAnswer(
    request: (dispatch: (answer: TerminalAnswer) => void) => void,
    dispatch: (answer: TerminalAnswer) => void,
  ): void {
    const answered = onceOnly(this.#server.process.whileAlive(dispatch))
    request(answered)
    this.#server.process.after(ASK_FOR_MS, () => answered({ kind: 'unreachable' }))
  }
}

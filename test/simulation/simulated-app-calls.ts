import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { onceOnly, type SimulatedCalls } from './simulated-drive.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** As MOBILEPAY_TIMES of server/adapters/payment-terminal/mobilepay/settings.ts, and its count of unanswered questions. */
export const APP_CANCEL_AFTER_MS = 10 * 60_000
const SEND_WITHIN_MS = 10_000
const ANSWER_MS = 9000
const POLL_MS = 2000
const CANCEL_EVERY_MS = 15_000
const MAX_UNANSWERED = 3

type AnswerCallback = (answer: TerminalAnswer) => void
const UNREACHABLE: TerminalAnswer = { kind: 'unreachable' }
const CANCELLED: TerminalAnswer = { kind: 'cancelled', by: 'merchant' }

/** The adapters of MobilePay and Paytrail: create the payment, and poll until there is an outcome, or three polls in a row fail. */
export function appCalls(world: World, process: SimulatedProcess, payment: TerminalPayment): SimulatedCalls {
  const { wire, agenda, pages } = world
  let isCancelled = false
  let cancelledAt = -Infinity

  const request = (dispatch: AnswerCallback): void =>
    within(
      { process, ms: ANSWER_MS },
      answered => wire.status(payment, answered),
      // Nothing cancels on the vendor's pages: what nobody has paid counts as cancelled.
      answer => dispatch(pages && isCancelled && answer.kind === 'in_progress' ? CANCELLED : answer),
    )
  const follow = (dispatch: AnswerCallback, isOver: () => boolean, unanswered = 0): void => {
    if (isOver()) return
    request(answer => {
      const isUnknown = answer.kind === 'unreachable' || answer.kind === 'not_found'
      if (!isUnknown && answer.kind !== 'in_progress') return dispatch(answer)
      const count = isUnknown ? unanswered + 1 : 0
      if (count >= MAX_UNANSWERED) return dispatch(UNREACHABLE)
      if (isCancelled && agenda.now - cancelledAt > CANCEL_EVERY_MS) cancelAgain(dispatch)
      process.after(POLL_MS, () => follow(dispatch, isOver, count))
    })
  }
  const cancelAgain = (dispatch: AnswerCallback): void => {
    cancelledAt = agenda.now
    wire.cancel(payment, () => {
      if (world.believesCancellations) dispatch({ kind: 'cancelled', by: 'merchant' })
    })
  }
  return {
    start(dispatch, isOver) {
      if (isCancelled) return dispatch(CANCELLED)
      const created: AnswerCallback = answer => {
        if (answer.kind === 'not_taken') return dispatch(answer)
        // A lost answer had the page's link: no one can pay.
        if (pages && answer.kind === 'unreachable') return dispatch({ kind: 'not_taken', reason: 'unreachable' })
        pages?.open(payment)
        follow(dispatch, isOver)
      }
      within({ process, ms: SEND_WITHIN_MS }, answered => wire.start(payment, answered), created)
    },
    status: request,
    cancel(done) {
      isCancelled = true
      wire.cancel(payment, done)
    },
  }
}

type Timed = { process: SimulatedProcess; ms: number }

/** `unreachable` when no answer came within the time. */
function within({ process, ms }: Timed, call: (answered: AnswerCallback) => void, dispatch: AnswerCallback): void {
  const answerOnce = onceOnly(process.whileAlive(dispatch))
  process.after(ms, () => answerOnce(UNREACHABLE))
  call(answerOnce)
}

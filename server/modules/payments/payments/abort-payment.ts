import { refuse } from '#server/platform/http/refusal.ts'
import type { PaymentDesk } from './payment-desk.ts'

/** Writes down that the shopper wants to stop; the attempt's driver tells the terminal, whose answer decides. */
export async function abortPayment(desk: PaymentDesk, userId: number) {
  const attemptId = await desk.book.requestAbort(userId)
  if (attemptId === undefined) return refuse('order.noAttempt')
  desk.noticeAbort(attemptId)
  return {}
}

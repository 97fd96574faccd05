import { refuse } from '#server/platform/http/refusal.ts'
import type { PaymentWorker } from './payment-worker.ts'

/** Writes down that the shopper wants to stop; the attempt's driver tells the terminal, whose answer decides. */
export async function abortPayment(worker: PaymentWorker, userId: number) {
  const attemptId = await worker.repository.requestAbort(userId)
  if (attemptId === undefined) return refuse('order.noAttempt')
  worker.noticeAbort(attemptId)
  return {}
}

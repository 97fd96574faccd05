import { refuse } from '#server/platform/http/refusal.ts'
import type { PaymentWorker } from './payment-worker.ts'

/** Records that the shopper wants to cancel; the attempt's driver asks the terminal, whose answer decides. */
export async function abortPayment(worker: PaymentWorker, userId: number) {
  const attemptId = await worker.repository.requestCancel(userId)
  if (attemptId === undefined) return refuse('order.noAttempt')
  worker.noticeCancel(attemptId)
  return {}
}

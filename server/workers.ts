import type { DoorWorker } from './modules/stores/doors/door-worker.ts'
import type { PaymentWorker } from './modules/payments/payments/payment-worker.ts'
import type { PushWorker } from './modules/messaging/push/push-worker.ts'
import type { RefundWorker } from './modules/payments/refunds/refund-worker.ts'

/** The workers that process payments, refunds and door codes until their outcome, and send messages to devices. */
export type Workers = { payments: PaymentWorker; refunds: RefundWorker; doors: DoorWorker; push: PushWorker }

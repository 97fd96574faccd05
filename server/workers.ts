import type { DoorWorker } from './modules/stores/doors/door-worker.ts'
import type { PaymentWorker } from './modules/payments/payments/payment-worker.ts'
import type { PushWorker } from './modules/messaging/push/push-worker.ts'
import type { RefundWorker } from './modules/payments/refunds/refund-worker.ts'

/** The parts of this server that lead payments, refunds and door codes to their outcomes, and messages to devices. */
export type Workers = { payments: PaymentWorker; refunds: RefundWorker; doors: DoorWorker; push: PushWorker }

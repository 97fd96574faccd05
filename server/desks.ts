import type { DoorDesk } from './modules/stores/doors/door-desk.ts'
import type { PaymentDesk } from './modules/payments/payments/payment-desk.ts'
import type { PushDesk } from './modules/messaging/push/push-desk.ts'
import type { RefundDesk } from './modules/payments/refunds/refund-desk.ts'

/** The parts of this server that lead payments, refunds and door codes to their outcomes, and messages to devices. */
export type Desks = { payments: PaymentDesk; refunds: RefundDesk; doors: DoorDesk; push: PushDesk }

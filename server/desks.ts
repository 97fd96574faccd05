import type { DoorDesk } from './features/doors/door-desk.ts'
import type { PaymentDesk } from './features/payments/payment-desk.ts'
import type { PushDesk } from './features/push/push-desk.ts'
import type { RefundDesk } from './features/refunds/refund-desk.ts'

/** The parts of this server that lead payments, refunds and door codes to their outcomes, and messages to devices. */
export type Desks = { payments: PaymentDesk; refunds: RefundDesk; doors: DoorDesk; push: PushDesk }

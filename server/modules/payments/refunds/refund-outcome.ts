import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'

export type RefundOutcome = {
  to: RefundState
  detail?: string | undefined
  answer?: TerminalAnswer | undefined
  source: 'live' | 'recovery' | 'admin'
  /** The admin who decided. */
  by?: { userId: number; reason: string }
  /** For a caller that only knows that nothing was sent yet: another server may have sent it meanwhile. */
  onlyUnsent?: true
}

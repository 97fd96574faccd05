import { setTimeout as sleep } from 'node:timers/promises'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { healthOf } from '#domain/payments/terminal-health.ts'
import { terminalConformance } from '#server/adapters/payment-terminal/conformance.ts'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { CardTerminal, type Decision } from './card-terminal.ts'

const PRESSED: Record<'approve' | 'decline' | 'cancel', Decision> = {
  approve: { event: 'approved' },
  decline: { event: 'declined' },
  cancel: { event: 'cancelled', by: 'shopper' },
}

/**
 * The simulation's terminal behind the interface of real ones. Only this adapter has refunds: the simulation has none yet, and
 * its terminal could not distinguish one from a payment.
 */
function asPaymentTerminal(terminal: CardTerminal): PaymentTerminal {
  const refunds = new Map<string, TerminalAnswer>()
  return {
    inFlightMs: 0,
    resendIsIdempotent: true,
    start: (payment, signal) =>
      new Promise<TerminalAnswer>(resolve => {
        terminal.receive(payment, resolve)
        signal.addEventListener('abort', () => resolve({ kind: 'unreachable' }))
      }),
    status: async ({ serviceId }) => terminal.status(serviceId),
    cancel: async ({ serviceId }) => terminal.cancel(serviceId),
    async refund({ serviceId }, { refundId, amountCents }) {
      if (terminal.status(serviceId).kind !== 'approved') return { kind: 'declined', code: 'NOT_APPROVED' }
      const given: TerminalAnswer = { kind: 'approved', transactionId: refundId, amountCents }
      refunds.set(refundId, given)
      return given
    },
    refundStatus: async (_payment, { refundId }) => refunds.get(refundId) ?? { kind: 'not_found' },
    health: async () => healthOf(terminal.isPowered ? 'ready' : 'noAnswer', 'simulated'),
  }
}

terminalConformance('The terminal of the simulation', async () => {
  const terminal = new CardTerminal(1, [], () => 0)
  return {
    terminal: asPaymentTerminal(terminal),
    terminalId: 1,
    press: async ({ serviceId }, what) => terminal.decide(serviceId, PRESSED[what]),
    async shown({ serviceId }) {
      while (terminal.status(serviceId).kind === 'not_found') await sleep(1)
    },
  }
})

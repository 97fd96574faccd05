import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
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

/** The simulation's terminal behind the interface of real ones. */
function asPaymentTerminal(terminal: CardTerminal): PaymentTerminal {
  terminal.onRefund = refundId => terminal.decide(refundId, { event: 'approved' })
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
    refund: (payment, refund) =>
      new Promise<TerminalAnswer>(resolve => terminal.receiveRefund(payment, refund, resolve)),
    refundStatus: async (_payment, { refundId }) => terminal.status(refundId),
    health: async () => healthOf(terminal.isPowered ? 'ready' : 'noAnswer', 'simulated'),
  }
}

test('the simulated terminal processes one payment or refund at a time, and decides each key once', () => {
  const terminal = new CardTerminal(1, [], () => 0)
  const payment = { serviceId: 'paid', terminalId: 1, amountCents: 500, currency: 'EUR' }
  const heard: string[] = []
  const hear = ({ kind }: TerminalAnswer) => heard.push(kind)
  terminal.receive(payment, hear)
  terminal.receiveRefund(payment, { refundId: 'r1', amountCents: 500 }, hear)
  terminal.decide('paid', { event: 'approved' })
  terminal.receiveRefund(payment, { refundId: 'r1', amountCents: 500 }, hear)
  terminal.receive({ ...payment, serviceId: 'next' }, hear)
  terminal.decide('r1', { event: 'declined' })
  terminal.receiveRefund(payment, { refundId: 'r1', amountCents: 500 }, hear)
  expect(heard).toEqual(['busy', 'approved', 'busy', 'declined', 'declined'])
})

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

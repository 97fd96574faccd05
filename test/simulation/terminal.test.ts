import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { toTerminalHealth } from '#domain/payments/terminal-health.ts'
import { terminalConformance } from '#server/adapters/payment-terminal/conformance.ts'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { CardTerminal, type Decision } from './card-terminal.ts'
import { PhoneApp } from './phone-app.ts'

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
    health: async () => toTerminalHealth(terminal.isPowered ? 'ready' : 'noAnswer', 'simulated'),
  }
}

test('the simulated terminal processes one payment or refund at a time, and decides each key once', () => {
  const terminal = new CardTerminal(1, [], () => 0)
  const payment = { serviceId: 'paid', terminalId: 1, amountCents: 500, currency: 'EUR' }
  const answers: string[] = []
  const receive = ({ kind }: TerminalAnswer) => answers.push(kind)
  terminal.receive(payment, receive)
  terminal.receiveRefund(payment, { refundId: 'r1', amountCents: 500 }, receive)
  terminal.decide('paid', { event: 'approved' })
  terminal.receiveRefund(payment, { refundId: 'r1', amountCents: 500 }, receive)
  terminal.receive({ ...payment, serviceId: 'next' }, receive)
  terminal.decide('r1', { event: 'declined' })
  terminal.receiveRefund(payment, { refundId: 'r1', amountCents: 500 }, receive)
  expect(answers).toEqual(['busy', 'approved', 'busy', 'declined', 'declined'])
})

test('the simulated app takes payments side by side, and money only by a capture', () => {
  const app = new PhoneApp(2, [], () => 0)
  const payments = ['one', 'two', 'three'].map(serviceId => ({
    serviceId,
    terminalId: 2,
    amountCents: 500,
    currency: 'EUR',
  }))
  const answers: string[] = []
  const receive = ({ kind }: TerminalAnswer) => answers.push(kind)
  for (const payment of payments) app.receive(payment, receive)
  for (const { serviceId } of payments) {
    app.confirm(serviceId)
    app.cancel(serviceId)
    app.decide(serviceId, { event: 'approved' })
  }
  app.cancel('two')
  for (const { serviceId } of payments.slice(0, 2)) app.capture(serviceId)
  for (const payment of payments) app.receive(payment, receive)
  app.cancel('one')
  for (const payment of payments)
    app.receiveRefund(payment, { refundId: `r ${payment.serviceId}`, amountCents: 500 }, receive)
  expect(answers.slice(0, 3)).toEqual(['in_progress', 'in_progress', 'in_progress'])
  expect(answers.slice(3, 6)).toEqual(['approved', 'cancelled', 'in_progress'])
  expect(answers.slice(6)).toEqual(['approved', 'declined', 'declined'])
  expect(app.isReserved('three')).toBe(true)
})

terminalConformance('The terminal of the simulation', async () => {
  const terminal = new CardTerminal(1, [], () => 0)
  return {
    terminal: asPaymentTerminal(terminal),
    terminalId: 1,
    press: async ({ serviceId }, what) => terminal.decide(serviceId, PRESSED[what]),
    async waitUntilShown({ serviceId }) {
      while (terminal.status(serviceId).kind === 'not_found') await sleep(1)
    },
  }
})

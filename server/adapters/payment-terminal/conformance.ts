import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type PaymentTerminal, type TerminalPayment, newIdempotencyKey } from './payment-terminal.ts'

type TerminalUnderTest = {
  terminal: PaymentTerminal
  terminalId: number
  /** Simulates what a shopper at the terminal, or the bank, does with the payment under way. */
  press: (payment: TerminalPayment, what: 'approve' | 'decline' | 'cancel') => Promise<void>
  /** Resolves when the terminal shows the payment. */
  waitUntilShown: (payment: TerminalPayment) => Promise<void>
}

const neverAborted = () => new AbortController().signal

/** Requirements for every payment terminal, including test payment. */
export function terminalConformance(name: string, open: () => Promise<TerminalUnderTest>): void {
  describe(`${name} as a payment terminal`, () => {
    let under: TerminalUnderTest
    beforeAll(async () => {
      under = await open()
    })

    const newPayment = (): TerminalPayment => ({
      serviceId: newIdempotencyKey(),
      terminalId: under.terminalId,
      amountCents: 1234,
      currency: 'EUR',
    })
    const started = async (payment: TerminalPayment, signal = neverAborted()) => {
      const answer = under.terminal.start(payment, signal)
      await under.waitUntilShown(payment)
      return { answer }
    }

    test('approves the requested amount, with an id and a receipt', async () => {
      const payment = newPayment()
      const { answer } = await started(payment)
      await under.press(payment, 'approve')
      const approved = { kind: 'approved', amountCents: 1234, transactionId: expect.stringMatching(/./) }
      expect(await answer).toMatchObject({ ...approved, receiptText: expect.stringMatching(/./) })
      expect(await under.terminal.status(payment)).toMatchObject(approved)
    })

    test.each([
      ['decline', { kind: 'declined' }],
      ['cancel', { kind: 'cancelled', by: 'shopper' }],
    ] as const)('reports a %s, and keeps that outcome', async (what, expected) => {
      const payment = newPayment()
      const { answer } = await started(payment)
      await under.press(payment, what)
      expect(await answer).toMatchObject(expected)
      expect(await under.terminal.status(payment)).toMatchObject(expected)
    })

    test('reports a payment as in progress until it is decided', async () => {
      const payment = newPayment()
      const { answer } = await started(payment)
      expect(await under.terminal.status(payment)).toEqual({ kind: 'in_progress' })
      await under.press(payment, 'decline')
      await answer
    })

    test('reports an unknown payment as not found', async () => {
      expect(await under.terminal.status(newPayment())).toEqual({ kind: 'not_found' })
    })

    test('cancels a payment on request, and the payment’s own answer is cancelled', async () => {
      const payment = newPayment()
      const { answer } = await started(payment)
      await under.terminal.cancel(payment)
      expect(await answer).toMatchObject({ kind: 'cancelled' })
    })

    test('does not cancel an approved payment', async () => {
      const payment = newPayment()
      const { answer } = await started(payment)
      await under.press(payment, 'approve')
      await answer
      await under.terminal.cancel(payment)
      expect(await under.terminal.status(payment)).toMatchObject({ kind: 'approved' })
    })

    test('continues a payment when the caller stops waiting', async () => {
      const payment = newPayment()
      const listening = new AbortController()
      const { answer } = await started(payment, listening.signal)
      listening.abort()
      expect(await answer).toEqual({ kind: 'unreachable' })
      await under.press(payment, 'approve')
      expect(await under.terminal.status(payment)).toMatchObject({ kind: 'approved' })
    })

    test('gives the same answer to a repeated payment if it supports that', async () => {
      if (!under.terminal.resendIsIdempotent) return
      const payment = newPayment()
      const { answer } = await started(payment)
      const again = under.terminal.start(payment, neverAborted())
      await under.press(payment, 'approve')
      const [first, second] = [await answer, await again]
      expect(first).toEqual(second)
    })

    test('sends nothing once its process was suspended: other servers have ended the payment meanwhile', async context => {
      const { terminal } = under
      context.skip(terminal.inFlightMs === 0, 'nothing can be in flight')
      const payment = newPayment()
      const now = performance.now()
      const clock = vi
        .spyOn(performance, 'now')
        .mockReturnValue(now + terminal.inFlightMs)
        .mockReturnValueOnce(now)
      try {
        expect(await terminal.start(payment, neverAborted())).toEqual({ kind: 'not_taken', reason: 'unreachable' })
      } finally {
        clock.mockRestore()
      }
      expect(await terminal.status(payment)).toEqual({ kind: 'not_found' })
    })

    test('refunds a payment that it approved, and declines to refund any other', async () => {
      const payment = newPayment()
      const { answer } = await started(payment)
      await under.press(payment, 'approve')
      await answer
      const refund = { refundId: randomUUID(), amountCents: 234 }
      expect(await under.terminal.refund(payment, refund)).toMatchObject({ kind: 'approved', amountCents: 234 })
      expect(await under.terminal.refund(newPayment(), { ...refund, refundId: randomUUID() })).toMatchObject({
        kind: 'declined',
      })
    })

    test('reports the outcome of a refund, by its own id and the payment’s transaction id', async context => {
      // A terminal that can't be queried leaves a lost response to an admin.
      context.skip(!under.terminal.refundStatus, 'it has no refundStatus')
      const payment = newPayment()
      const { answer } = await started(payment)
      await under.press(payment, 'approve')
      const approved = await answer
      const transactionId = approved.kind === 'approved' ? approved.transactionId : null
      const refund = { refundId: randomUUID(), amountCents: 1000, transactionId }
      // A connection may be lost at any time; then the query is repeated.
      const getReported = async () => {
        for (;;) {
          const status = await under.terminal.refundStatus?.(payment, refund)
          if (status?.kind !== 'unreachable') return status
          await sleep(20)
        }
      }
      expect(await getReported()).toEqual({ kind: 'not_found' })
      const refunded = await under.terminal.refund(payment, refund)
      expect(refunded).toMatchObject({ kind: 'approved', amountCents: 1000, transactionId: expect.stringMatching(/./) })
      expect(await getReported()).toEqual(refunded)
      expect(await under.terminal.refund(payment, refund)).toEqual(refunded)
    })

    test('reports that it is ready', async () => {
      expect(await under.terminal.health(under.terminalId)).toMatchObject({ ok: true })
    })
  })
}

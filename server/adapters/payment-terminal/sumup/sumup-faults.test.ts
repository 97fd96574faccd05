import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { newReaderPayment, sumupBench } from '#test/terminals/sumup/sumup-bench.ts'

const bench = sumupBench()
const { simulator } = bench
const never = () => new AbortController().signal
afterAll(() => expect(simulator.invalid).toEqual([]))

const countSent = (serviceId: string) => simulator.payments.filter(each => each.serviceId === serviceId).length

describe('a payment', () => {
  test('whose request is lost is unknown, and not found by any server: it was never shown', async () => {
    const payment = newReaderPayment()
    simulator.fault({ operation: 'checkout', act: 'lose_request' })
    expect(await bench.open().start(payment, never())).toEqual({ kind: 'unreachable' })
    expect(await bench.open().status(payment)).toEqual({ kind: 'not_found' })
    expect(countSent(payment.serviceId)).toBe(0)
  })

  test('whose answer is lost is sent once; any server follows it by the shop’s key', async () => {
    const payment = newReaderPayment()
    simulator.fault({ operation: 'checkout', act: 'lose_answer' })
    let sent = 0
    expect(await bench.open().start(payment, never(), () => (sent += 1))).toEqual({ kind: 'unreachable' })
    const another = bench.open()
    expect([sent, await another.status(payment)]).toEqual([1, { kind: 'in_progress' }])
    ;(await simulator.shown(payment.serviceId)).approve()
    expect(await another.status(payment)).toMatchObject({ kind: 'approved', amountCents: 1234 })
    expect(countSent(payment.serviceId)).toBe(1)
  })

  test('that another server cancels is cancelled at the reader', async () => {
    const payment = newReaderPayment()
    const answer = bench.open().start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    await bench.open().cancel(payment)
    expect(shown.status).toBe('failed')
    // The server that sent it doesn't know who cancelled it; the shop does.
    expect(await answer).toEqual({ kind: 'declined', code: 'NOT_PAID' })
  })

  test('that was cancelled before it was sent is never sent', async () => {
    const payment = newReaderPayment()
    const terminal = bench.open()
    await terminal.cancel(payment)
    expect(await terminal.start(payment, never())).toEqual({ kind: 'cancelled', by: 'merchant' })
    expect(countSent(payment.serviceId)).toBe(0)
  })

  test.each([
    ['offline', { kind: 'not_taken', reason: 'unreachable' }],
    ['busy', { kind: 'not_taken', reason: 'busy' }],
  ] as const)('isn’t taken by a reader that is %s', async (what, expected) => {
    if (what === 'offline') simulator.isOnline = false
    else {
      void bench.open().start(newReaderPayment(), never())
      await expect.poll(() => simulator.current).toBeDefined()
    }
    const payment = newReaderPayment()
    expect(await bench.open().start(payment, never())).toEqual(expected)
    expect(countSent(payment.serviceId)).toBe(0)
  })

  test.each([401, 403, 404, 422, 429])('isn’t taken, and not declined, when the API answers %i', async status => {
    const payment = newReaderPayment()
    const times = { sendWithinMs: 10 }
    simulator.fault({ operation: 'checkout', act: status })
    expect(await bench.open({ times }).start(payment, never())).toMatchObject({ kind: 'not_taken' })
    expect(countSent(payment.serviceId)).toBe(0)
  })

  test('isn’t not found while the reader may show it, is offline, or can’t be asked', async () => {
    const payment = newReaderPayment()
    simulator.isOnline = false
    expect(await bench.open().status(payment)).toEqual({ kind: 'unreachable' })
    simulator.isOnline = true
    simulator.fault(...Array.from({ length: 9 }, () => ({ operation: 'status', act: 500 }) as const))
    expect(await bench.open({ times: { answerMs: 200 } }).status(payment)).toEqual({ kind: 'unreachable' })
    simulator.clearFaults()
    simulator.fault(...Array.from({ length: 9 }, () => ({ operation: 'transaction', act: 503 }) as const))
    expect(await bench.open({ times: { answerMs: 200 } }).status(payment)).toEqual({ kind: 'unreachable' })
  })

  test('is followed through lost answers and errors', async () => {
    const payment = newReaderPayment()
    const answer = bench.open().start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    simulator.fault({ operation: 'getCheckout', act: 500 }, { operation: 'transaction', act: 'lose_answer' })
    shown.approve()
    expect(await answer).toMatchObject({ kind: 'approved' })
  })
})

describe('a refund', () => {
  async function paid() {
    const terminal = bench.open()
    const payment = newReaderPayment()
    const answer = terminal.start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    shown.approve()
    await answer
    const refund = () => terminal.refund(payment, { refundId: randomUUID(), amountCents: 234 })
    return { shown, refund }
  }

  test('whose answer is lost is unknown, and sent once', async () => {
    const { shown, refund } = await paid()
    simulator.fault({ operation: 'refund', act: 'lose_answer' })
    expect(await refund()).toEqual({ kind: 'unreachable' })
    expect(shown.refunds).toEqual([234])
  })

  test.each([
    [401, { kind: 'not_taken' }],
    [422, { kind: 'declined', code: 'HTTP 422' }],
  ])('that the API refuses with %i returned nothing', async (status, expected) => {
    const { shown, refund } = await paid()
    simulator.fault({ operation: 'refund', act: status })
    expect(await refund()).toMatchObject(expected)
    expect(shown.refunds).toEqual([])
  })

  test('of a payment that can’t be found out is not sent', async () => {
    const { shown, refund } = await paid()
    simulator.fault(...Array.from({ length: 9 }, () => ({ operation: 'transaction', act: 503 }) as const))
    expect(await refund()).toEqual({ kind: 'not_taken', reason: 'unreachable' })
    expect(shown.refunds).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { newWebPayment, paytrailBench } from '#test/terminals/paytrail/paytrail-bench.ts'
import type { Operation } from '#test/terminals/paytrail/paytrail-simulator.ts'
import { signedQuery } from '#test/terminals/paytrail/signature.ts'
import type { WebPayment } from '#test/terminals/paytrail/web-payment.ts'
import type { PaytrailApps } from './paytrail-app.ts'

const bench = paytrailBench()
const { simulator } = bench
const never = () => new AbortController().signal
afterAll(() => expect(simulator.invalid).toEqual([]))

const many = (operation: Operation, act: 'lose_request' | 'lose_answer' | 'unsigned' | number) =>
  simulator.fault(...Array.from({ length: 60 }, () => ({ operation, act }) as const))
const getLink = ({ serviceId }: TerminalPayment) => bench.stored.get(serviceId)?.link

async function begun(app: PaytrailApps, signal = never()) {
  const payment = newWebPayment()
  const answer = app.start(payment, signal)
  await expect.poll(() => getLink(payment)).toBeTruthy()
  return { payment, answer, shown: await simulator.shown(payment.serviceId) }
}
const listTries = ({ serviceId }: TerminalPayment) => simulator.payments.filter(each => each.serviceId === serviceId)

describe('a payment can be made once', () => {
  test('when the answer to its creation is lost: only the link that was stored is ever shown', async () => {
    simulator.fault({ operation: 'create', act: 'lose_answer' }, { operation: 'create', act: 'unsigned' })
    const { payment, answer } = await begun(bench.open())
    const tries = listTries(payment)
    expect(tries).toHaveLength(3)
    expect(getLink(payment)).toContain(tries[2]?.transactionId)
    tries[2]?.approve()
    expect(await answer).toMatchObject({ kind: 'approved', transactionId: tries[2]?.transactionId })
  })

  test('and was never begun when no answer comes, since nobody has its link', async () => {
    many('create', 'lose_answer')
    const payment = newWebPayment()
    const app = bench.open({ times: { sendWithinMs: 200 } })
    expect(await app.start(payment, never())).toEqual({ kind: 'not_taken', reason: 'unreachable' })
    expect(listTries(payment).length).toBeGreaterThan(0)
    expect([getLink(payment), await bench.open().status(payment)]).toEqual([undefined, { kind: 'not_found' }])
  })

  test('and its outcome is found by another server', async () => {
    const gone = new AbortController()
    const { payment, answer, shown } = await begun(bench.open(), gone.signal)
    gone.abort()
    expect(await answer).toEqual({ kind: 'unreachable' })
    expect(await bench.open().status(payment)).toEqual({ kind: 'in_progress' })
    shown.approve()
    expect(await bench.open().status(payment)).toMatchObject({ kind: 'approved', amountCents: 1234 })
  })

  test('and is unknown, not “not found”, where the shop has lost it by a restore', async () => {
    const { payment, answer, shown } = await begun(bench.open())
    shown.approve()
    await answer
    expect(await bench.open({ isRestored: true }).status(payment)).toEqual({ kind: 'unreachable' })
  })

  test.each([['lose_request'], ['unsigned'], [503]] as const)(
    'and is unknown while its status fails: %s',
    async act => {
      const { payment, answer, shown } = await begun(bench.open({ times: { answerMs: 100 } }))
      many('get', act)
      expect(await answer).toEqual({ kind: 'unreachable' })
      shown.approve()
      simulator.noFaults()
      expect(await bench.open().status(payment)).toMatchObject({ kind: 'approved' })
    },
  )
})

test.each([
  [401, { kind: 'not_taken', reason: 'unreachable' }],
  [429, { kind: 'not_taken', reason: 'busy' }],
  [400, { kind: 'declined', code: 'HTTP 400' }],
])('a creation with status %i creates nothing', async (status, expected) => {
  many('create', status)
  const payment = newWebPayment()
  expect(await bench.open({ times: { sendWithinMs: 200 } }).start(payment, never())).toEqual(expected)
  expect(listTries(payment)).toEqual([])
})

describe('a refund whose answer is lost', () => {
  test('is unknown, and never sent again', async () => {
    const { payment, answer, shown } = await begun(bench.open())
    shown.approve()
    await answer
    many('refund', 'lose_answer')
    const refund = { refundId: randomUUID(), amountCents: 234 }
    expect(await bench.open().refund(payment, refund)).toEqual({ kind: 'unreachable' })
    expect(shown.refundedCents).toBe(234)
  })
})

/** As the vendor calls when it was paid. */
function callback({ created, transactionId: id }: WebPayment) {
  const { amount, stamp } = created
  const query = new URLSearchParams(signedQuery({ amount, stamp, id, status: 'ok', provider: 'nordea' }))
  return { host: 'puoti.example', path: `/webhooks/terminals/1?${query.toString()}`, headers: {}, body: '' }
}

describe('a payment that is made after its cancellation goes back', () => {
  async function cancelled(app = bench.open()) {
    const begin = await begun(app)
    await app.cancel(begin.payment)
    expect(await begin.answer).toEqual({ kind: 'cancelled', by: 'merchant' })
    return begin
  }
  const end = ({ serviceId }: TerminalPayment, state: 'CANCELLED' | 'APPROVED') => bench.change(serviceId, { state })

  test('when the shop asks again later', async () => {
    const { payment, shown } = await cancelled()
    end(payment, 'CANCELLED')
    shown.approve()
    await expect.poll(() => shown.refundedCents).toBe(1234)
    expect(bench.reports.at(-1)).toBe('paid after its end, returned: approved')
  })

  test('once, when the vendor calls two servers at the same moment', async () => {
    const { payment, shown } = await cancelled(bench.open({ times: { lateAfterMs: [] } }))
    end(payment, 'CANCELLED')
    shown.approve()
    const calls = [bench.open(), bench.open()].map(app => app.receiveWebhook(1, callback(shown)))
    await Promise.allSettled(calls)
    expect(shown.refundedCents).toBe(1234)
  })

  test('after the shop has written the outcome, if the vendor calls before', async () => {
    const { payment, shown } = await cancelled(bench.open({ times: { lateAfterMs: [] } }))
    shown.approve()
    await expect(bench.open().receiveWebhook(1, callback(shown))).rejects.toThrow('still open')
    expect(shown.refundedCents).toBe(0)
    const called = bench.open().receiveWebhook(1, callback(shown))
    end(payment, 'CANCELLED')
    expect(await called).toEqual([])
    expect(shown.refundedCents).toBe(1234)
  })

  test('unless it counts as paid', async () => {
    const { payment, shown } = await cancelled()
    end(payment, 'APPROVED')
    shown.approve()
    expect(await bench.open().receiveWebhook(1, callback(shown))).toEqual([])
    expect(shown.refundedCents).toBe(0)
  })

  test('or is reported, where the bank takes nothing back', async () => {
    const { payment, shown } = await cancelled(bench.open({ times: { lateAfterMs: [] } }))
    end(payment, 'CANCELLED')
    shown.approve('spankki')
    simulator.unrefundable.add('spankki')
    await bench.open().receiveWebhook(1, callback(shown))
    expect(bench.late.at(-1)).toMatchObject({
      event: 'late payment',
      amountCents: 1234,
      merchantReference: payment.serviceId,
    })
  })

  test('and no further call reports it as refused', async () => {
    const { payment, shown } = await cancelled(bench.open({ times: { lateAfterMs: [] } }))
    end(payment, 'CANCELLED')
    shown.approve()
    for (const app of [bench.open(), bench.open()]) await app.receiveWebhook(1, callback(shown))
    const about = bench.late.filter(({ merchantReference }) => merchantReference === payment.serviceId)
    expect(about.map(({ event }) => event)).toEqual(['late payment returned'])
  })

  test('and the vendor calls again while the shop can’t read the payment', async () => {
    const { payment, shown } = await cancelled(bench.open({ times: { lateAfterMs: [] } }))
    end(payment, 'CANCELLED')
    shown.approve()
    await expect(bench.open({ isRestored: true }).receiveWebhook(1, callback(shown))).rejects.toThrow('can’t be read')
    expect(await bench.open().receiveWebhook(1, callback(shown))).toEqual([])
    expect(shown.refundedCents).toBe(1234)
  })

  test('and the vendor calls again while the refund is not accepted', async () => {
    const { payment, shown } = await cancelled(bench.open({ times: { lateAfterMs: [] } }))
    end(payment, 'CANCELLED')
    shown.approve()
    simulator.fault({ operation: 'refund', act: 503 })
    await expect(bench.open().receiveWebhook(1, callback(shown))).rejects.toThrow('not returned yet')
    expect(await bench.open().receiveWebhook(1, callback(shown))).toEqual([])
    expect(shown.refundedCents).toBe(1234)
  })
})

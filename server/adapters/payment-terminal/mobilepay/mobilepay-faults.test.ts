import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { mobilepayBench, newAppPayment } from '#test/terminals/mobilepay/mobilepay-bench.ts'
import type { Operation } from '#test/terminals/mobilepay/mobilepay-simulator.ts'
import type { MobilepayApps } from './mobilepay-app.ts'

// An hour ahead of this machine.
const bench = mobilepayBench({ skewMs: 3_600_000 })
const { simulator } = bench
const never = () => new AbortController().signal
afterAll(() => expect(simulator.invalid).toEqual([]))

const approved = { kind: 'approved', amountCents: 1234 }
const getCount = ({ serviceId }: TerminalPayment, operation: Operation) =>
  simulator.received.filter(each => each.reference === serviceId && each.operation === operation).length

/** Queries until there is a conclusive answer, as the shop does. */
async function settled(app: MobilepayApps, payment: TerminalPayment) {
  for (;;) {
    const answer = await app.status(payment)
    if (!['unreachable', 'in_progress'].includes(answer.kind)) return answer
    await sleep(20)
  }
}

async function begun(app: MobilepayApps) {
  const payment = newAppPayment()
  const links: (string | undefined)[] = []
  const answer = app.start(payment, never(), link => links.push(link))
  return { payment, answer, links, shown: await simulator.shown(payment.serviceId) }
}

describe('a payment is taken once, and its outcome is found', () => {
  test('when the answer to its creation is lost', async () => {
    simulator.fault({ operation: 'create', act: 'lose_answer' })
    const { payment, answer, links, shown } = await begun(bench.open())
    await expect.poll(() => links).toEqual([shown.link])
    shown.approve()
    expect(await answer).toMatchObject(approved)
    expect(bench.getEvents(payment)).toEqual(['CREATED', 'AUTHORIZED', 'CAPTURED'])
  })

  test('when its creation arrives, and nothing is heard until later', async () => {
    const app = bench.open({ times: { answerMs: 200, sendWithinMs: 200 } })
    simulator.fault({ operation: 'create', act: 'lose_answer' })
    simulator.fault(...Array.from({ length: 20 }, () => ({ operation: 'create', act: 'lose_request' }) as const))
    simulator.fault(...Array.from({ length: 100 }, () => ({ operation: 'get', act: 'lose_request' }) as const))
    const { payment, answer, shown } = await begun(app)
    expect(await answer).toEqual({ kind: 'unreachable' })
    shown.approve()
    simulator.noFaults()
    expect(await settled(bench.open(), payment)).toMatchObject(approved)
  })

  test('when the answer to the capture is lost, or the capture itself', async () => {
    for (const act of ['lose_answer', 'lose_request'] as const) {
      const { payment, answer, shown } = await begun(bench.open())
      simulator.fault({ operation: 'capture', act })
      shown.approve()
      expect(await answer).toMatchObject(approved)
      expect(shown.capturedCents).toBe(1234)
      expect(bench.getEvents(payment).filter(name => name === 'CAPTURED')).toHaveLength(1)
    }
  })

  test('when two servers capture it at once', async () => {
    const { payment, answer, shown } = await begun(bench.open())
    shown.approve()
    const others = [bench.open(), bench.open()].map(app => settled(app, payment))
    for (const each of [answer, ...others]) expect(await each).toMatchObject(approved)
    expect(shown.capturedCents).toBe(1234)
  })

  test('when the approval comes late, after the server that began it is gone', async () => {
    const payment = newAppPayment()
    const gone = new AbortController()
    const answer = bench.open().start(payment, gone.signal)
    const shown = await simulator.shown(payment.serviceId)
    gone.abort()
    expect(await answer).toEqual({ kind: 'unreachable' })
    expect(await bench.open().status(payment)).toEqual({ kind: 'in_progress' })
    shown.approve()
    expect(await settled(bench.open(), payment)).toMatchObject(approved)
  })
})

describe('it waits and asks again', () => {
  test('when the API asks for fewer requests', async () => {
    for (const operation of ['token', 'create', 'get', 'events', 'capture'] as const) {
      simulator.fault({ operation, act: 429 }, { operation, act: 429 })
    }
    const { answer, shown } = await begun(bench.open())
    shown.approve()
    expect(await answer).toMatchObject(approved)
  })

  test('and says that it is busy when nothing could be created', async () => {
    const payment = newAppPayment()
    simulator.fault(...Array.from({ length: 50 }, () => ({ operation: 'create', act: 429 }) as const))
    const app = bench.open({ times: { sendWithinMs: 1000 } })
    expect(await app.start(payment, never())).toEqual({ kind: 'not_taken', reason: 'busy' })
    expect(getCount(payment, 'create')).toBe(0)
  })

  test('when its token was revoked, with a new one', async () => {
    const app = bench.open()
    const { answer, shown } = await begun(app)
    simulator.revokeTokens()
    shown.approve()
    expect(await answer).toMatchObject(approved)
  })
})

test('a lost answer followed by a limit is not “not created”', async () => {
  const payment = newAppPayment()
  simulator.fault({ operation: 'create', act: 'lose_answer' })
  simulator.fault(...Array.from({ length: 50 }, () => ({ operation: 'create', act: 429 }) as const))
  const app = bench.open({ times: { sendWithinMs: 200 } })
  const answer = app.start(payment, never())
  ;(await simulator.shown(payment.serviceId)).approve()
  expect(await answer).toMatchObject(approved)
})

test('keys that the API refuses send no payment, and are no decline', async () => {
  const payment = newAppPayment()
  const reports: string[] = []
  const app = bench.open({ settings: { client_secret: 'wrong' } }, reports)
  expect(await app.start(payment, never())).toEqual({ kind: 'not_taken', reason: 'unreachable' })
  expect(reports).toEqual(['not created: Unauthorized'])
})

describe('a cancellation and an approval at the same moment', () => {
  test('end as paid or as cancelled, never as both', async () => {
    for (let race = 0; race < 20; race++) {
      const app = bench.open()
      const { payment, answer, shown } = await begun(app)
      const cancelling = app.cancel(payment)
      await sleep(race % 5)
      shown.approve()
      await cancelling
      const { kind } = await answer
      const { aggregate } = shown.toResponse()
      expect(aggregate.capturedAmount.value).toBe(kind === 'approved' ? 1234 : 0)
      if (kind !== 'approved') expect(aggregate.cancelledAmount.value).toBe(1234)
      expect(await app.status(payment)).toMatchObject({ kind })
    }
  })

  test('a cancellation that was lost, or came while the shopper confirmed, is repeated', async () => {
    const app = bench.open()
    const { payment, answer, shown } = await begun(app)
    shown.isConfirming = true
    await app.cancel(payment)
    await expect.poll(() => getCount(payment, 'cancel')).toBeGreaterThan(1)
    shown.isConfirming = false
    expect(await answer).toEqual({ kind: 'cancelled', by: 'merchant' })
  })

  test('a payment that was cancelled before it was sent is not created', async () => {
    const app = bench.open()
    const payment = newAppPayment()
    await app.cancel(payment)
    expect(await app.start(payment, never())).toEqual({ kind: 'cancelled', by: 'merchant' })
    expect(getCount(payment, 'create')).toBe(0)
  })
})

describe('a refund is given once', () => {
  test.each(['lose_answer', 'lose_request'] as const)('when a message is lost: %s', async act => {
    const app = bench.open()
    const { payment, answer, shown } = await begun(app)
    shown.approve()
    await answer
    const refund = { refundId: randomUUID(), amountCents: 234 }
    simulator.fault({ operation: 'refund', act })
    expect(await app.refund(payment, refund)).toMatchObject({ kind: 'approved', amountCents: 234 })
    expect(shown.refundedCents).toBe(234)
  })

  test('when its outcome is asked for by another server', async () => {
    const app = bench.open({ times: { sendWithinMs: 100 } })
    const { payment, answer, shown } = await begun(app)
    shown.approve()
    await answer
    const refund = { refundId: randomUUID(), amountCents: 234 }
    simulator.fault({ operation: 'refund', act: 'lose_answer' })
    simulator.fault(...Array.from({ length: 20 }, () => ({ operation: 'refund', act: 503 }) as const))
    expect(await app.refund(payment, refund)).toEqual({ kind: 'unreachable' })
    expect(await bench.open().refundStatus(payment, refund)).toMatchObject({ kind: 'approved', amountCents: 234 })
  })
})

describe('a refund that no event names', () => {
  const newRefund = (amountCents: number, ...others: { refundId: string }[]) => ({
    refundId: randomUUID(),
    amountCents,
    otherIds: others.map(({ refundId }) => refundId),
  })
  async function paid() {
    const app = bench.open({ times: { sendWithinMs: 1000 } })
    const { payment, answer, shown } = await begun(app)
    shown.approve()
    await answer
    return { app, payment, shown }
  }
  /** Its request never arrives. */
  async function lose(app: MobilepayApps, payment: TerminalPayment, refund: ReturnType<typeof newRefund>) {
    simulator.fault(...Array.from({ length: 20 }, () => ({ operation: 'refund', act: 'lose_request' }) as const))
    expect(await app.refund(payment, refund)).toEqual({ kind: 'unreachable' })
  }

  test.each([
    ['the log has no keys', { keys: true }],
    ['its event comes late', { eventsMs: DAY_MS }],
  ])('is unknown to every server when %s, in part and in whole', async (_why, hidden) => {
    const { app, payment, shown } = await paid()
    simulator.hidden = hidden
    const some = newRefund(234)
    expect(await app.refund(payment, some)).toEqual({ kind: 'unreachable' })
    for (const server of [app, bench.open()])
      expect(await server.refundStatus(payment, some)).toEqual({ kind: 'unreachable' })
    const rest = newRefund(1000, some)
    expect(await app.refund(payment, rest)).toEqual({ kind: 'unreachable' })
    for (const each of [some, rest])
      expect(await bench.open().refundStatus(payment, each)).not.toHaveProperty('kind', 'not_found')
    expect(shown.refundedCents).toBe(1234)
    simulator.noFaults()
    expect(await bench.open().refundStatus(payment, rest)).toMatchObject({ kind: 'approved', amountCents: 1000 })
  })

  test('is unknown when the answer to it is lost, too', async () => {
    const { app, payment } = await paid()
    simulator.hidden = { keys: true }
    simulator.fault({ operation: 'refund', act: 'lose_answer' })
    simulator.fault(...Array.from({ length: 20 }, () => ({ operation: 'refund', act: 503 }) as const))
    const refund = newRefund(1234)
    expect(await app.refund(payment, refund)).toEqual({ kind: 'unreachable' })
    expect(await bench.open().refundStatus(payment, refund)).toEqual({ kind: 'unreachable' })
  })

  test('is unknown to the server that heard it accepted, even if the payment shows nothing refunded', async () => {
    const { app, payment } = await paid()
    simulator.hidden = { eventsMs: DAY_MS, refundsMs: DAY_MS }
    const refund = newRefund(1234)
    expect(await app.refund(payment, refund)).toEqual({ kind: 'unreachable' })
    expect(await app.refundStatus(payment, refund)).toEqual({ kind: 'unreachable' })
  })

  test('is unknown to other servers, once it was stored that it was accepted', async () => {
    const { app, payment } = await paid()
    simulator.hidden = { eventsMs: DAY_MS, refundsMs: DAY_MS }
    const refund = newRefund(1234)
    const steps: string[] = []
    const onAccepted = () => sleep(20).then(() => void steps.push('stored'))
    await app.refund(payment, refund, { onAccepted, onSent: () => void steps.push('left to other servers') })
    expect(steps).toEqual(['stored', 'left to other servers'])
    expect(await bench.open().refundStatus(payment, { ...refund, isAccepted: true })).toEqual({ kind: 'unreachable' })
    expect(await bench.open().refundStatus(payment, refund)).toEqual({ kind: 'not_found' })
  })

  test('was not made where all that was returned belongs to refunds before it', async () => {
    const { app, payment } = await paid()
    const [first, second] = [newRefund(200), newRefund(34)]
    for (const each of [first, second]) expect(await app.refund(payment, each)).toMatchObject({ kind: 'approved' })
    const lost = newRefund(1000, first, second)
    await lose(app, payment, lost)
    expect(await bench.open().refundStatus(payment, lost)).toEqual({ kind: 'not_found' })
  })

  test('is unknown where somebody returned money by a key that isn’t ours', async () => {
    const { app, payment, shown } = await paid()
    shown.refund(200, 'in-the-portal')
    const lost = newRefund(1000)
    await lose(app, payment, lost)
    expect(await bench.open().refundStatus(payment, lost)).toEqual({ kind: 'unreachable' })
  })
})

describe('a payment that is withdrawn', () => {
  const silence = (operation: Operation) =>
    simulator.fault(...Array.from({ length: 300 }, () => ({ operation, act: 'lose_request' }) as const))
  /** Created, and no longer followed: an approval only reserves the money. */
  async function reserved() {
    const payment = newAppPayment()
    const gone = new AbortController()
    const answer = bench.open().start(payment, gone.signal)
    const shown = await simulator.shown(payment.serviceId)
    gone.abort()
    await answer
    return { payment, shown }
  }

  test('releases the money, which nobody can capture any more', async () => {
    const { payment, shown } = await reserved()
    shown.approve()
    expect(await bench.open().withdraw(payment)).toEqual({ kind: 'cancelled', by: 'merchant' })
    expect(await bench.open().status(payment)).toEqual({ kind: 'cancelled', by: 'merchant' })
    expect(shown.capturedCents).toBe(0)
  })

  test('is in progress for a question that takes no money', async () => {
    const { payment, shown } = await reserved()
    shown.approve()
    expect(await bench.open().readStatus(payment)).toEqual({ kind: 'in_progress' })
    expect(getCount(payment, 'capture')).toBe(0)
    expect(await bench.open().status(payment)).toMatchObject(approved)
    expect(await bench.open().readStatus(payment)).toMatchObject(approved)
  })

  test('is not captured by that when the cancellation is lost, and may still be taken', async () => {
    const { payment, shown } = await reserved()
    shown.approve()
    silence('cancel')
    expect(await bench.open({ times: { answerMs: 1000 } }).withdraw(payment)).toEqual({ kind: 'in_progress' })
    expect(getCount(payment, 'capture')).toBe(0)
    simulator.noFaults()
    expect(await bench.open().status(payment)).toMatchObject(approved)
  })

  test('is approved when another server captured it first', async () => {
    const { payment, shown } = await reserved()
    shown.approve()
    await bench.open().status(payment)
    expect(await bench.open().withdraw(payment)).toMatchObject(approved)
  })

  test('is unknown while nothing answers, and in progress while the shopper confirms', async () => {
    const { payment, shown } = await reserved()
    shown.isConfirming = true
    expect(await bench.open().withdraw(payment)).toEqual({ kind: 'in_progress' })
    silence('get')
    expect(await bench.open({ times: { answerMs: 1000 } }).withdraw(payment)).toEqual({ kind: 'unreachable' })
  })
})

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { adyenBench, newCardPayment } from '#test/terminals/adyen/adyen-bench.ts'
import { SETTINGS } from '#test/terminals/adyen/adyen-simulator.ts'
import type { AdyenTerminals } from './adyen-terminal.ts'
import { knownPayment } from './messages.ts'

const bench = adyenBench()
const { simulator, device } = bench
const never = () => new AbortController().signal
afterAll(() => expect(simulator.invalid).toEqual([]))

const UNKNOWN = { kind: 'unreachable' }
const NOT_TAKEN = { kind: 'not_taken', reason: 'unreachable' }

async function begun(terminal: AdyenTerminals, payment = newCardPayment()) {
  const answer = terminal.start(payment, never())
  return { payment, answer, shown: await simulator.shown(payment.serviceId) }
}

describe('a payment that the terminal can’t have got is over at once', () => {
  test('when the cloud says that the terminal is offline', async () => {
    simulator.isOnline = false
    const before = bench.getCount('Payment')
    expect(await bench.open().start(newCardPayment(), never())).toEqual(NOT_TAKEN)
    expect(bench.getCount('Payment')).toBe(before)
  })

  test.each([
    ['nobody listens', { environment: 'production' } as const],
    ['the key is wrong', { api_key: 'wrong' }],
  ])('when %s', async (_when, settings) => {
    const reports: string[] = []
    expect(await bench.open({ settings }, reports).start(newCardPayment(), never())).toEqual(NOT_TAKEN)
    expect(reports.join()).not.toBe('')
    expect(reports.join()).not.toContain(SETTINGS.api_key)
  })

  test.each([401, 403, 404, 422])('when the cloud refuses it with HTTP %s', async status => {
    simulator.fault({ on: 'Payment', act: status })
    expect(await bench.open().start(newCardPayment(), never())).toEqual(NOT_TAKEN)
  })

  test.each(['reach', 'Payment'] as const)('as busy when there were too many requests: %s', async on => {
    simulator.fault({ on, act: 429 })
    expect(await bench.open().start(newCardPayment(), never())).toEqual({ kind: 'not_taken', reason: 'busy' })
  })

  test('when the terminal is busy with another one', async () => {
    const other = await begun(bench.open())
    expect(await bench.open().start(newCardPayment(), never())).toEqual({ kind: 'not_taken', reason: 'busy' })
    other.shown.approve()
    expect(await other.answer).toMatchObject({ kind: 'approved' })
  })
})

test.each(['lose_request', 503, 404] as const)(
  'a payment is sent although the cloud doesn’t say whether the terminal is there: %s',
  async act => {
    simulator.fault({ on: 'reach', act })
    const { answer, shown } = await begun(bench.open())
    shown.approve()
    expect(await answer).toMatchObject({ kind: 'approved' })
  },
)

describe('a payment whose answer is lost is asked about', () => {
  test.each(['lose_request', 503, 500, 'reject'] as const)('and was not found: %s', async act => {
    const terminal = bench.open()
    const payment = newCardPayment()
    simulator.fault({ on: 'Payment', act })
    expect(await terminal.start(payment, never())).toEqual(UNKNOWN)
    expect(await terminal.status(payment)).toEqual({ kind: 'not_found' })
  })

  test('by another server, with the connection cut', async () => {
    simulator.fault({ on: 'Payment', act: 'lose_answer' })
    const { payment, answer, shown } = await begun(bench.open())
    expect(await answer).toEqual(UNKNOWN)
    const another = bench.open()
    expect(await another.status(payment)).toEqual({ kind: 'in_progress' })
    shown.approve()
    expect(await another.status(payment)).toMatchObject({ kind: 'approved', amountCents: 1234 })
  })

  test('while the connection seems alive, and the outcome is found', async () => {
    simulator.fault({ on: 'Payment', act: 'swallow_answer' })
    const { answer, shown } = await begun(bench.open())
    shown.approve()
    expect(await answer).toMatchObject({ kind: 'approved' })
  })

  test('and a request that comes late is not believed to be lost before the window is over', async () => {
    const terminal = bench.open()
    const payment = newCardPayment()
    simulator.fault({ on: 'Payment', act: 'late_request', ms: 150 })
    expect(await terminal.start(payment, never())).toEqual(UNKNOWN)
    // The engine believes this only after `inFlightMs`.
    expect(await terminal.status(payment)).toEqual({ kind: 'not_found' })
    ;(await simulator.shown(payment.serviceId)).approve()
    expect(await terminal.status(payment)).toMatchObject({ kind: 'approved' })
  })

  test('and a terminal that doesn’t find it is believed only while it can’t have forgotten it', async () => {
    const [payment, refund] = [newCardPayment(), { refundId: randomUUID(), amountCents: 1 }]
    const requestLink = async (sentAt: () => Promise<Date | undefined>) => {
      const terminal = bench.open({ sentAt })
      return [await terminal.status(payment), await terminal.refundStatus(payment, refund)]
    }
    const ago = (minutes: number) => async () => new Date(Date.now() - minutes * 60_000)
    expect(await requestLink(ago(14))).toEqual([{ kind: 'not_found' }, { kind: 'not_found' }])
    expect(await requestLink(ago(16))).toEqual([UNKNOWN, UNKNOWN])
    expect(await requestLink(async () => undefined)).toEqual([UNKNOWN, UNKNOWN])
    expect(await requestLink(() => Promise.reject(new Error('no database')))).toEqual([UNKNOWN, UNKNOWN])
  })

  test('and its connection is cut when the terminal doesn’t know it, so that nothing is sent later', async () => {
    simulator.fault(
      { on: 'TransactionStatus', act: { condition: 'NotFound' } },
      { on: 'Payment', act: 'swallow_answer' },
    )
    const reports: string[] = []
    const payment = newCardPayment()
    expect(await bench.open({}, reports).start(payment, never())).toEqual(UNKNOWN)
    expect(reports).toContain('lost: not waited for')
  })

  test.each([
    ['busy', { condition: 'Busy' }, { kind: 'busy' }],
    ['in progress', { condition: 'InProgress' }, { kind: 'in_progress' }],
    ['out of order', { condition: 'DeviceOut' }, UNKNOWN],
    ['rejected by the cloud', 'reject', UNKNOWN],
    ['refused', 403, UNKNOWN],
    ['without an answer', 'swallow_answer', UNKNOWN],
  ] as const)('and the question is %s', async (_what, act, answer) => {
    simulator.fault({ on: 'TransactionStatus', act })
    expect(await bench.open({ times: { answerMs: 200 } }).status(newCardPayment())).toEqual(answer)
  })
})

describe('a failure', () => {
  test.each(['Refusal', 'WrongPIN', 'InvalidCard', 'PaymentRestriction'])(
    'of the card is final: %s',
    async condition => {
      const { answer, shown } = await begun(bench.open())
      shown.decline(condition)
      expect(await answer).toEqual({ kind: 'declined', code: condition })
    },
  )

  test.each(['UnreachableHost', 'DeviceOut', 'Communication timeout', 'NotAllowed', 'MessageFormat', 'LoggedOut'])(
    'that a gateway may have made up counts only when the terminal repeats it: %s',
    async condition => {
      const invalid = simulator.invalid.length
      const terminal = bench.open()
      const { payment, answer, shown } = await begun(terminal)
      shown.decline(condition)
      expect(await answer).toEqual(UNKNOWN)
      expect(await terminal.status(payment)).toEqual({ kind: 'declined', code: condition })
      // One of them is on a page of the vendor, but not in its schema.
      expect(simulator.invalid.splice(invalid).length > 0).toBe(condition === 'Communication timeout')
      simulator.fault({ on: 'Payment', act: { condition: 'UnreachableHost' } })
      const another = newCardPayment()
      expect(await terminal.start(another, never())).toEqual(UNKNOWN)
      expect(await terminal.status(another)).toEqual({ kind: 'not_found' })
    },
  )

  test('says which payment a terminal is busy with: ours, that came twice, goes on', async () => {
    simulator.fault({ on: 'Payment', act: 'double' })
    const terminal = bench.open()
    const { payment, answer, shown } = await begun(terminal)
    expect(await answer).toEqual({ kind: 'in_progress' })
    shown.approve()
    expect(await terminal.status(payment)).toMatchObject({ kind: 'approved' })
    expect([...device.payments.values()].filter(({ reference }) => reference === payment.serviceId)).toHaveLength(1)
  })

  test('of a terminal that was busy with another one stays: the same request, delivered once more, begins nothing', async () => {
    const terminal = bench.open()
    const payment = newCardPayment()
    simulator.fault({ on: 'Payment', act: { condition: 'Busy', details: { serviceId: 'ANOTHER' } } })
    expect(await terminal.start(payment, never())).toEqual({ kind: 'not_taken', reason: 'busy' })
    expect(await terminal.start(payment, never())).toEqual(UNKNOWN)
    expect([...device.payments.values()].filter(({ reference }) => reference === payment.serviceId)).toEqual([])
  })

  test('of a busy terminal that doesn’t say with what decides nothing', async () => {
    simulator.fault({ on: 'Payment', act: { condition: 'Busy' } })
    expect(await bench.open().start(newCardPayment(), never())).toEqual({ kind: 'busy' })
  })

  test('of a ServiceID that was used before decides nothing, and the first payment’s outcome is found', async () => {
    const terminal = bench.open()
    const { payment, answer, shown } = await begun(terminal)
    shown.approve()
    await answer
    expect(await terminal.start(payment, never())).toEqual(UNKNOWN)
    expect(await terminal.status(payment)).toMatchObject({ kind: 'approved' })
  })

  test('is told to the operator without what the vendor says about the card', async () => {
    const reports: string[] = []
    const details = { message: 'out of order', cardBin: '541333' }
    simulator.fault({ on: 'Payment', act: { condition: 'DeviceOut', details } })
    await bench.open({}, reports).start(newCardPayment(), never())
    expect(reports).toEqual(['answer to the payment: DeviceOut, out of order'])
  })
})

describe('a cancellation', () => {
  test('names the payment, and loses against an approval', async () => {
    const terminal = bench.open()
    const { payment, answer, shown } = await begun(terminal)
    shown.confirm()
    await terminal.cancel(payment)
    shown.approve()
    expect(await answer).toMatchObject({ kind: 'approved' })
    const abort = simulator.received.findLast(({ category }) => category === 'Abort')
    expect(abort?.body).toMatchObject({
      SaleToPOIRequest: {
        AbortRequest: {
          AbortReason: 'MerchantAbort',
          MessageReference: { MessageCategory: 'Payment', ServiceID: knownPayment(payment).serviceId },
        },
      },
    })
  })

  test('that is lost is repeated until the payment ends', async () => {
    const terminal = bench.open()
    const { payment, answer } = await begun(terminal)
    simulator.fault({ on: 'Abort', act: 'lose_request' }, { on: 'Abort', act: 503 })
    await terminal.cancel(payment)
    expect(await answer).toEqual({ kind: 'cancelled', by: 'merchant' })
  })

  test('of a payment that was not sent yet keeps it from being sent', async () => {
    const terminal = bench.open()
    const payment = newCardPayment()
    await terminal.cancel(payment)
    expect(await terminal.start(payment, never())).toEqual({ kind: 'cancelled', by: 'merchant' })
    expect(device.payments.has(payment.serviceId)).toBe(false)
  })

  test('of one payment doesn’t end another', async () => {
    const terminal = bench.open()
    const { answer, shown } = await begun(terminal)
    await terminal.cancel(newCardPayment())
    await sleep(150)
    shown.approve()
    expect(await answer).toMatchObject({ kind: 'approved' })
  })
})

describe('a refund', () => {
  async function paid(terminal: AdyenTerminals) {
    const { payment, answer, shown } = await begun(terminal)
    shown.approve()
    await answer
    const refund = { refundId: randomUUID(), amountCents: 234, transactionId: null }
    return { payment, shown, refund }
  }

  test('whose answer is lost is asked about, and is given once', async () => {
    const terminal = bench.open()
    const { payment, shown, refund } = await paid(terminal)
    simulator.fault({ on: 'Reversal', act: 'lose_answer' })
    expect(await terminal.refund(payment, refund)).toEqual(UNKNOWN)
    const answer = await bench.open().refundStatus(payment, refund)
    expect(answer).toMatchObject({ kind: 'approved', amountCents: 234 })
    expect(await terminal.refund(payment, refund)).toEqual(answer)
    expect(shown.refundedCents).toBe(234)
  })

  test('that never reached the terminal is not found', async () => {
    const terminal = bench.open()
    const { payment, shown, refund } = await paid(terminal)
    simulator.fault({ on: 'Reversal', act: 'lose_request' })
    expect(await terminal.refund(payment, refund)).toEqual(UNKNOWN)
    expect(await terminal.refundStatus(payment, refund)).toEqual({ kind: 'not_found' })
    expect(shown.refundedCents).toBe(0)
  })

  test('is not sent while it is unknown whether it was sent before, or whether the payment was approved', async () => {
    const terminal = bench.open()
    const { payment, shown, refund } = await paid(terminal)
    simulator.fault({ on: 'TransactionStatus', act: 503 })
    expect(await terminal.refund(payment, refund)).toEqual(NOT_TAKEN)
    simulator.fault({ on: 'TransactionStatus', act: { condition: 'Busy' } })
    expect(await terminal.refund(payment, refund)).toEqual({ kind: 'not_taken', reason: 'busy' })
    expect(shown.refundedCents).toBe(0)
  })

  test.each([
    ['the key was changed', 401, NOT_TAKEN],
    [
      'the terminal is at another one',
      { condition: 'Busy', details: { serviceId: 'ANOTHER' } },
      { kind: 'not_taken', reason: 'busy' },
    ],
    ['the host can’t be reached', { condition: 'UnreachableHost' }, UNKNOWN],
    ['the vendor refuses it', { condition: 'Refusal' }, { kind: 'declined', code: 'Refusal' }],
  ] as const)('has the outcome that is known when %s', async (_when, act, expected) => {
    const terminal = bench.open()
    const { payment, refund } = await paid(terminal)
    simulator.fault({ on: 'Reversal', act })
    expect(await terminal.refund(payment, refund)).toEqual(expected)
  })
})

test('a caller who stops waiting is told so at once, and nothing is sent after that', async () => {
  const stopped = new AbortController()
  stopped.abort()
  const payment = newCardPayment()
  expect(await bench.open().start(payment, stopped.signal)).toEqual(UNKNOWN)
  await sleep(50)
  expect(device.payments.has(payment.serviceId)).toBe(false)
})

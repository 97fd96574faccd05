import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { terminalConformance } from '#server/adapters/payment-terminal/conformance.ts'
import { newReaderPayment, sumupBench } from '#test/terminals/sumup/sumup-bench.ts'
import { PAIRING_CODE, SETTINGS } from '#test/terminals/sumup/sumup-simulator.ts'

const bench = sumupBench()
const { simulator } = bench
const never = () => new AbortController().signal
/** Every test of this file, the conformance tests included, sends what the published schema allows. */
afterAll(() => expect(simulator.invalid).toEqual([]))

terminalConformance('SumUp', async () => ({
  terminal: bench.open(),
  terminalId: 1,
  async press({ serviceId }, what) {
    ;(await simulator.shown(serviceId))[what]()
  },
  waitUntilShown: async ({ serviceId }) => void (await simulator.shown(serviceId)),
}))

describe('a payment', () => {
  test('is sent with its amount, the shop’s key and nothing about the shopper, and its slip comes back', async () => {
    const payment = newReaderPayment()
    let sent = 0
    const answer = bench.open().start(payment, never(), () => (sent += 1))
    const shown = await simulator.shown(payment.serviceId)
    expect(shown.request).toEqual({
      total_amount: { value: 1234, currency: 'EUR', minor_unit: 2 },
      affiliate: { app_id: 'fi.puoti.test', key: 'sup_afk_123', foreign_transaction_id: payment.serviceId },
      description: 'Puoti 1001',
    })
    shown.approve()
    const approved = await answer
    expect([sent, approved]).toMatchObject([1, { transactionId: shown.transactionId, cardBrand: 'Mastercard' }])
    const { receiptText, maskedPan } = approved as { receiptText: string; maskedPan: string }
    expect(maskedPan).toBe('**** 9999')
    expect(receiptText).toContain(shown.code)
    expect(receiptText).toMatch(/^PAYMENT +12\.34 EUR$/m)
    expect(Math.max(...receiptText.split('\n').map(line => line.length))).toBeLessThanOrEqual(40)
  })

  test.each([
    ['another payment', { foreign_transaction_id: 'x' }],
    ['another currency', { currency: 'SEK' }],
    ['parts of a cent', { amount: 12.345 }],
  ])('isn’t believed when the approval is of %s', async (_what, altered) => {
    const payment = newReaderPayment()
    const answer = bench.open().start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    shown.alter = view => ({ ...view, ...altered })
    shown.approve()
    expect(await answer).toEqual({ kind: 'unreachable' })
  })

  test('goes on after a refused card, since the shopper may take another one', async () => {
    const payment = newReaderPayment()
    const terminal = bench.open()
    const answer = terminal.start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    shown.refuseCard()
    // Also for a server that only knows the reader.
    expect(await bench.open().status(payment)).toEqual({ kind: 'in_progress' })
    expect(await terminal.status(payment)).toEqual({ kind: 'in_progress' })
    shown.approve()
    expect(await answer).toMatchObject({ kind: 'approved' })
  })

  test('is not cancelled by the vendor’s “terminate” once another one is at the reader', async () => {
    const terminal = bench.open()
    const first = newReaderPayment()
    const answer = terminal.start(first, never())
    ;(await simulator.shown(first.serviceId)).cancel()
    await answer
    const second = newReaderPayment()
    const other = terminal.start(second, never())
    const shown = await simulator.shown(second.serviceId)
    const before = simulator.getCount('terminate')
    await terminal.cancel(first)
    expect([shown.status, simulator.getCount('terminate')]).toEqual(['pending', before])
    shown.approve()
    expect(await other).toMatchObject({ kind: 'approved' })
  })

  test('that came too late to cancel is approved', async () => {
    const terminal = bench.open()
    const payment = newReaderPayment()
    const answer = terminal.start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    shown.confirm()
    await terminal.cancel(payment)
    shown.approve()
    expect(await answer).toMatchObject({ kind: 'approved' })
  })
})

test('a refund in parts names its amount; too much is declined', async () => {
  const terminal = bench.open()
  const payment = newReaderPayment()
  const answer = terminal.start(payment, never())
  const shown = await simulator.shown(payment.serviceId)
  shown.approve()
  await answer
  const refund = (amountCents: number) =>
    terminal.refund(payment, { refundId: randomUUID(), amountCents, transactionId: shown.transactionId })
  expect(await refund(234)).toMatchObject({
    kind: 'approved',
    receiptText: expect.stringMatching(/REFUND REQUESTED +2\.34 EUR/),
  })
  expect(await refund(1000)).toMatchObject({ kind: 'approved', amountCents: 1000 })
  expect(await refund(1)).toEqual({ kind: 'declined', code: 'Conflict' })
  expect([shown.refunds, await terminal.status(payment)]).toMatchObject([[234, 1000], { kind: 'approved' }])
})

describe('health', () => {
  test('pairs a reader once, by the code that it shows, and any server finds it', async () => {
    simulator.shownCodes.add('918MPQHZ9')
    const settings = { pairing_code: '918MPQHZ9' }
    simulator.fault({ operation: 'pair', act: 'lose_answer' })
    expect(await bench.open({ settings }).health(1)).toMatchObject({ ok: false })
    expect(await bench.open({ settings }).health(1)).toMatchObject({ ok: true, code: 'ready' })
    const paired = simulator.readers.filter(({ metadata }) => Object.values(metadata ?? {}).includes('918MPQHZ9'))
    expect(paired).toHaveLength(1)
    const byId = { pairing_code: paired[0]?.id ?? '' }
    expect(await bench.open({ settings: byId }).health(1)).toMatchObject({
      code: 'ready',
      detail: 'SumUp: solo, test, battery 80 %',
    })
  })

  test.each([
    ['a wrong key', { api_key: 'wrong' }, 'invalidKey'],
    ['a code that no reader shows', { pairing_code: 'AAAAAAAA' }, 'invalidAddress'],
    ['a reader that no one knows', { pairing_code: `rdr_${'A'.repeat(26)}` }, 'invalidAddress'],
    ['an API that is not there', { environment: 'production' }, 'connectionRefused'],
  ] as const)('says what is wrong: %s', async (_what, settings, code) => {
    const health = await bench.open({ settings }).health(1)
    expect(health).toMatchObject({ ok: false, code })
    expect(JSON.stringify(health)).not.toContain(SETTINGS.api_key)
  })

  test('locks the reader’s menu with the PIN of the settings, and leaves it alone without one', async () => {
    const [reader] = simulator.readers
    if (!reader) throw new Error('it is paired')
    await bench.open().health(1)
    expect([simulator.getCount('settings'), simulator.getCount('changeSettings')]).toEqual([0, 0])
    // A check that finds the menu locked changes nothing.
    for (const menu_pin of ['4821', '0007', '0007']) {
      const health = await bench.open({ settings: { menu_pin } }).health(1)
      expect(health).toEqual({ ok: true, code: 'ready', detail: 'SumUp: solo, test, battery 80 %, menu locked' })
      expect(simulator.menuLocks.get(reader.id)).toEqual({ enabled: true, passcode: menu_pin })
    }
    expect(simulator.getCount('changeSettings')).toBe(2)
    simulator.menuLocks.set(reader.id, { enabled: false, passcode: '0007' })
    await bench.open({ settings: { menu_pin: '0007' } }).health(1)
    expect(simulator.menuLocks.get(reader.id)).toEqual({ enabled: true, passcode: '0007' })
  })

  test.each([
    ['the reader refuses', 422],
    ['the key lacks the right', 403],
    ['the API lacks the path', 404],
  ])('says that the menu isn’t locked, and takes payments, when %s', async (_what, act) => {
    simulator.menuLocks.clear()
    simulator.fault({ operation: 'settings', act }, { operation: 'changeSettings', act })
    const terminal = bench.open({ settings: { menu_pin: '4821' } })
    const health = await terminal.health(1)
    expect(health).toMatchObject({ ok: true, code: 'menuUnlocked' })
    expect(health.detail).toContain(`menu not locked: HTTP ${act}`)
    expect(health.detail).not.toContain('4821')
    const payment = newReaderPayment()
    const answer = terminal.start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    // Its menu isn't touched while it shows a payment.
    expect(await terminal.health(1)).toMatchObject({ code: 'busy' })
    expect(simulator.menuLocks.size).toBe(0)
    shown.approve()
    expect(await answer).toMatchObject({ kind: 'approved' })
  })

  test('locks the menu also when the first answer is lost', async () => {
    simulator.menuLocks.clear()
    simulator.fault({ operation: 'settings', act: 500 }, { operation: 'changeSettings', act: 'lose_answer' })
    expect(await bench.open({ settings: { menu_pin: '4821' } }).health(1)).toMatchObject({ code: 'ready' })
  })

  test('says what the reader says', async () => {
    const terminal = bench.open()
    const payment = newReaderPayment()
    const answer = terminal.start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    expect(await terminal.health(1)).toMatchObject({ ok: true, code: 'busy' })
    shown.cancel()
    await answer
    simulator.isUpdating = true
    expect(await terminal.health(1)).toMatchObject({ code: 'noAnswer' })
    simulator.isOnline = false
    expect(await terminal.health(1)).toMatchObject({ code: 'gatewayFailed' })
    const reader = simulator.readers.find(({ metadata }) => Object.values(metadata ?? {}).includes(PAIRING_CODE))
    if (!reader) throw new Error('it is paired')
    reader.status = 'expired'
    expect(await terminal.health(1)).toMatchObject({ code: 'invalidAddress' })
    reader.status = 'paired'
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { terminalConformance } from '#server/adapters/payment-terminal/conformance.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { adyenBench, newCardPayment } from '#test/terminals/adyen/adyen-bench.ts'
import { SETTINGS } from '#test/terminals/adyen/adyen-simulator.ts'
import type { AdyenTerminals } from './adyen-terminal.ts'
import { knownPayment, knownRefund } from './messages.ts'

const bench = adyenBench()
const { simulator, device } = bench
const never = () => new AbortController().signal
/** Every test of this file, the conformance tests included, sends what the published schema allows. */
afterAll(() => expect(simulator.invalid).toEqual([]))

terminalConformance('Adyen', async () => ({
  terminal: bench.open(),
  terminalId: 1,
  async press({ serviceId }, what) {
    ;(await simulator.shown(serviceId))[what]()
  },
  waitUntilShown: async ({ serviceId }) => void (await simulator.shown(serviceId)),
}))

async function paid(terminal: AdyenTerminals, payment: TerminalPayment) {
  const answer = terminal.start(payment, never())
  ;(await simulator.shown(payment.serviceId)).approve()
  const approved = await answer
  if (approved.kind !== 'approved') throw new Error(approved.kind)
  return approved
}
const getMessage = (category: string, serviceId: string) =>
  simulator.received.find(each => each.category === category && each.serviceId === serviceId)?.body

describe('ServiceIDs', () => {
  test('derive from the stored key, in ten characters, and differ between a payment and a refund', () => {
    const key = '0123456789abcdef0123456789abcdef'
    expect(knownPayment({ serviceId: key })).toEqual({ category: 'Payment', serviceId: 'UVPZEQ2102' })
    expect(knownRefund({ refundId: key }).serviceId).not.toBe(knownPayment({ serviceId: key }).serviceId)
    const many = Array.from({ length: 20_000 }, () => knownPayment({ serviceId: randomUUID() }).serviceId)
    expect(many.every(id => /^[0-9A-Z]{10}$/.test(id))).toBe(true)
    expect(new Set(many).size).toBe(many.length)
  })
})

describe('a payment', () => {
  test('is sent with its own reference and amount, and its slip, card and books’ reference come back', async () => {
    const payment = newCardPayment()
    let left = 0
    const answer = bench.open().start(payment, never(), () => (left += 1))
    const shown = await simulator.shown(payment.serviceId)
    expect(left).toBe(1)
    const { serviceId: ServiceID } = knownPayment(payment)
    expect(getMessage('Payment', ServiceID)).toEqual({
      SaleToPOIRequest: {
        MessageHeader: {
          ProtocolVersion: '3.0',
          MessageClass: 'Service',
          MessageCategory: 'Payment',
          MessageType: 'Request',
          ServiceID,
          SaleID: 'puoti-1',
          POIID: 'UX300-123456789',
        },
        PaymentRequest: {
          SaleData: { SaleTransactionID: { TransactionID: payment.serviceId, TimeStamp: expect.any(String) } },
          PaymentTransaction: { AmountsReq: { Currency: 'EUR', RequestedAmount: 12.34 } },
        },
      },
    })
    shown.approve()
    const approved = await answer
    expect(approved).toMatchObject({
      amountCents: 1234,
      transactionId: `${shown.id?.TransactionID} ${shown.id?.TimeStamp}`,
      cardBrand: 'Mastercard',
      maskedPan: '**** 9999',
      merchantReceiptText: expect.stringContaining('MERCHANT COPY'),
    })
    const { receiptText } = approved as { receiptText: string }
    expect(receiptText).toContain('CARDHOLDER COPY')
    expect(receiptText).toMatch(/^TOTAL +€.12\.34$/m)
    expect(receiptText).toMatch(/^Entry mode +Contactless chip$/m)
    expect(Math.max(...receiptText.split('\n').map(line => line.length))).toBeLessThanOrEqual(40)
    expect(receiptText).not.toContain('541333')
  })

  test('that was approved in part is reported with the part', async () => {
    const payment = newCardPayment()
    const answer = bench.open().start(payment, never())
    ;(await simulator.shown(payment.serviceId)).approve(1000)
    expect(await answer).toMatchObject({ kind: 'approved', amountCents: 1000 })
  })

  test.each([
    ['another payment', { SaleData: { SaleTransactionID: { TransactionID: 'x', TimeStamp: '2026-01-01T00:00:00Z' } } }],
    ['an amount that is missing', { PaymentResult: {} }],
    ['another currency', { PaymentResult: { AmountsResp: { AuthorizedAmount: 12.34, Currency: 'SEK' } } }],
    ['parts of a cent', { PaymentResult: { AmountsResp: { AuthorizedAmount: 12.345, Currency: 'EUR' } } }],
  ])('isn’t believed when the approval is of %s', async (_what, altered) => {
    const payment = newCardPayment()
    const answer = bench.open().start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    const invalid = simulator.invalid.length
    shown.alter = reply => ({ ...reply, ...altered })
    shown.approve()
    expect(await answer).toEqual({ kind: 'unreachable' })
    // What this test made the terminal say wrongly isn't the adapter's fault.
    simulator.invalid.length = invalid
  })
})

describe('a refund', () => {
  test('in parts names its payment, its amount and its currency; the rest and too much have an outcome, too', async () => {
    const terminal = bench.open()
    const payment = newCardPayment()
    const { transactionId } = await paid(terminal, payment)
    const some = { refundId: randomUUID(), amountCents: 234, transactionId }
    const answer = await terminal.refund(payment, some)
    expect(answer).toMatchObject({ kind: 'approved', amountCents: 234 })
    expect(answer).toMatchObject({ receiptText: expect.stringMatching(/REFUND REQUESTED +2\.34 EUR/) })
    const [TransactionID, TimeStamp] = transactionId.split(' ')
    expect(getMessage('Reversal', knownRefund(some).serviceId)).toMatchObject({
      SaleToPOIRequest: {
        ReversalRequest: {
          SaleData: { SaleTransactionID: { TransactionID: some.refundId }, SaleToAcquirerData: 'currency=EUR' },
          OriginalPOITransaction: { POITransactionID: { TransactionID, TimeStamp } },
          ReversedAmount: 2.34,
          ReversalReason: 'MerchantCancel',
        },
      },
    })
    const rest = { refundId: randomUUID(), amountCents: 1000, transactionId }
    expect(await terminal.refund(payment, rest)).toMatchObject({ kind: 'approved', amountCents: 1000 })
    expect(device.payments.get(payment.serviceId)?.refundedCents).toBe(1234)
    const more = { refundId: randomUUID(), amountCents: 1, transactionId }
    // A refusal that a gateway could have made up counts once the terminal repeats it.
    expect(await terminal.refund(payment, more)).toEqual({ kind: 'unreachable' })
    expect(await terminal.refundStatus(payment, more)).toEqual({ kind: 'declined', code: 'NotAllowed' })
  })

  test('of the whole names no amount, and is found without the stored reference', async () => {
    const terminal = bench.open()
    const payment = newCardPayment()
    await paid(terminal, payment)
    const all = { refundId: randomUUID(), amountCents: 1234, transactionId: null }
    expect(await terminal.refund(payment, all)).toMatchObject({ kind: 'approved', amountCents: 1234 })
    expect(JSON.stringify(getMessage('Reversal', knownRefund(all).serviceId))).not.toContain('ReversedAmount')
  })
})

test('the simulator’s page shows the payment, and its buttons work', async () => {
  const page = new URL('/', simulator.url).href
  const press = async (name: string) =>
    (await fetch(`${page}press/${name}`, { method: 'POST', redirect: 'manual' })).status
  const payment = newCardPayment()
  const answer = bench.open().start(payment, never())
  await simulator.shown(payment.serviceId)
  expect(await (await fetch(page)).text()).toContain('<p>12.34 EUR</p>')
  expect([await press('approve'), await press('nothing')]).toEqual([303, 404])
  expect(await answer).toMatchObject({ kind: 'approved' })
  await press('offline')
  expect(await bench.open().health(1)).toMatchObject({ code: 'gatewayFailed' })
})

describe('health', () => {
  test.each([
    ['a wrong key', { api_key: 'wrong' }, 'invalidKey'],
    ['a terminal that nobody knows', { poi_id: 'UX300-1' }, 'invalidAddress'],
    ['a cloud that is not there', { environment: 'production' }, 'connectionRefused'],
  ] as const)('says what is wrong: %s', async (_what, settings, code) => {
    const health = await bench.open({ settings }).health(1)
    expect(health).toMatchObject({ ok: false, code })
    expect(JSON.stringify(health)).not.toContain(SETTINGS.api_key)
  })

  test('says what the terminal says', async () => {
    const terminal = bench.open()
    expect(await terminal.health(1)).toMatchObject({ code: 'ready', detail: 'Adyen: UX300-123456789, test' })
    device.isHostReachable = false
    expect(await terminal.health(1)).toMatchObject({ code: 'gatewayFailed' })
    device.isHostReachable = true
    device.globalStatus = 'Maintenance'
    expect(await terminal.health(1)).toMatchObject({ code: 'noAnswer', detail: 'Adyen: Maintenance' })
    device.globalStatus = 'OK'
    const payment = newCardPayment()
    const answer = terminal.start(payment, never())
    await simulator.shown(payment.serviceId)
    expect(await terminal.health(1)).toMatchObject({ ok: true, code: 'busy' })
    ;(await simulator.shown(payment.serviceId)).cancel()
    await answer
    simulator.fault({ on: 'Diagnosis', act: 'reject' })
    expect(await terminal.health(1)).toMatchObject({ code: 'noAnswer' })
    simulator.isOnline = false
    expect(await terminal.health(1)).toMatchObject({
      code: 'gatewayFailed',
      detail: expect.stringContaining('offline'),
    })
  })
})

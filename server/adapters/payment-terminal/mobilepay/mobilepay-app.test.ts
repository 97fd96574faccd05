import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { terminalConformance } from '#server/adapters/payment-terminal/conformance.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { mobilepayBench, newAppPayment, RETURN_URL } from '#test/terminals/mobilepay/mobilepay-bench.ts'
import { SETTINGS } from '#test/terminals/mobilepay/mobilepay-simulator.ts'
import { eventsResponse, paymentResponse } from '#test/terminals/mobilepay/published-schema.ts'
import { signedHeaders } from '#test/terminals/mobilepay/webhooks.ts'
import { readEvents, toRefundOutcome } from './answers.ts'
import { MobilepayApps } from './mobilepay-app.ts'

const bench = mobilepayBench()
const { simulator } = bench
const never = () => new AbortController().signal
/** Every test of this file, the conformance tests included, sends what the published schema allows. */
afterAll(() => expect(simulator.invalid).toEqual([]))

terminalConformance('MobilePay', async () => ({
  terminal: bench.open(),
  terminalId: 1,
  async press({ serviceId }, what) {
    const payment = await simulator.shown(serviceId)
    if (what === 'approve') payment.approve()
    else if (what === 'decline') payment.refuse()
    else payment.abort()
  },
  waitUntilShown: async ({ serviceId }) => void (await simulator.shown(serviceId)),
}))

const BEER = { name: 'Olut', productId: 1, totalCents: 1000, rateBasisPoints: 2550, minAge: 18 }
const BREAD = { name: 'Leipä', productId: 2, totalCents: 234, rateBasisPoints: 1350, minAge: null }

async function paid(app: MobilepayApps, payment: TerminalPayment) {
  const answer = app.start(payment, never())
  ;(await simulator.shown(payment.serviceId)).approve()
  return answer
}
const getRequests = ({ serviceId }: TerminalPayment) =>
  simulator.received.filter(({ reference }) => reference === serviceId)

describe('a payment', () => {
  test('is created with a link for the shopper, and the whole amount is captured once it is approved', async () => {
    const payment = newAppPayment()
    const links: (string | undefined)[] = []
    const answer = bench.open().start(payment, never(), link => links.push(link))
    const shown = await simulator.shown(payment.serviceId)
    const [created] = getRequests(payment)
    expect(created).toMatchObject({ operation: 'create', headers: { 'idempotency-key': payment.serviceId } })
    expect(created?.body).toEqual({
      amount: { value: 1234, currency: 'EUR' },
      paymentMethod: { type: 'WALLET' },
      customerInteraction: 'CUSTOMER_PRESENT',
      reference: payment.serviceId,
      userFlow: 'WEB_REDIRECT',
      returnUrl: RETURN_URL,
      paymentDescription: 'Puoti #1001',
    })
    shown.approve()
    expect(await answer).toMatchObject({ kind: 'approved', amountCents: 1234 })
    expect(links).toEqual([shown.link])
    expect(bench.getEvents(payment)).toEqual(['CREATED', 'AUTHORIZED', 'CAPTURED'])
    expect(getRequests(payment).filter(({ operation }) => operation === 'capture')).toMatchObject([
      { body: { modificationAmount: { value: 1234, currency: 'EUR' } } },
    ])
  })

  test('shows a QR code’s content instead, where the shopper pays with another phone', async () => {
    const payment = newAppPayment()
    const answer = bench.open({ settings: { user_flow: 'QR' } }).start(payment, never())
    ;(await simulator.shown(payment.serviceId)).approve()
    await answer
    expect(getRequests(payment)[0]?.body).toMatchObject({ userFlow: 'QR', qrFormat: { format: 'TEXT/TARGETURL' } })
  })

  test('with a card is made on a page of the vendor’s, also where the app would have a QR code', async () => {
    const payment = newAppPayment()
    const answer = bench.open({ settings: { user_flow: 'CARD' }, lines: [BEER] }).start(payment, never())
    ;(await simulator.shown(payment.serviceId)).approve()
    expect(await answer).toMatchObject({ kind: 'approved', cardBrand: 'Card' })
    expect(getRequests(payment)[0]?.body).toMatchObject({ paymentMethod: { type: 'CARD' }, userFlow: 'WEB_REDIRECT' })
    expect(getRequests(payment)[0]?.body).not.toHaveProperty('minimumUserAge')
  })

  test('for goods with an age limit lets the app check the age, and shows the lines if the store wants it', async () => {
    const payment = newAppPayment()
    const settings = { receipt_lines: 'SHOWN' } as const
    const answer = bench.open({ settings, lines: [BEER, BREAD] }).start(payment, never())
    ;(await simulator.shown(payment.serviceId)).approve()
    await answer
    expect(getRequests(payment)[0]?.body).toMatchObject({
      minimumUserAge: 18,
      receipt: {
        orderLines: [
          { name: 'Olut', totalAmount: 1000, totalTaxAmount: 203, taxRate: 2550 },
          { name: 'Leipä', totalAmount: 234, totalAmountExcludingTax: 206 },
        ],
        bottomLine: { currency: 'EUR', receiptNumber: '1001' },
      },
    })
    const other = newAppPayment()
    const hidden = bench.open({ settings, lines: [BREAD] }).start(other, never())
    ;(await simulator.shown(other.serviceId)).abort()
    await hidden
    // The lines are not the whole amount.
    expect(getRequests(other)[0]?.body).not.toHaveProperty('receipt')
    expect(getRequests(other)[0]?.body).not.toHaveProperty('minimumUserAge')
  })

  test('whose goods can’t be read is not sent: their age limit would be missing', async () => {
    const payment = newAppPayment()
    expect(await bench.open({ lines: 'unreadable' }).start(payment, never())).toMatchObject({ kind: 'not_taken' })
    expect(getRequests(payment)).toEqual([])
  })

  test('that the shopper approved while it was cancelled is paid', async () => {
    const payment = newAppPayment()
    const gone = new AbortController()
    const answer = bench.open().start(payment, gone.signal)
    const shown = await simulator.shown(payment.serviceId)
    gone.abort()
    await answer
    shown.approve()
    const app = bench.open()
    await app.cancel(payment)
    expect(getRequests(payment).at(-1)?.body).toEqual({ cancelTransactionOnly: true })
    expect(await app.status(payment)).toMatchObject({ kind: 'approved' })
  })

  test('that the app gave up is cancelled, and takes nothing', async () => {
    const payment = newAppPayment()
    const answer = bench.open().start(payment, never())
    ;(await simulator.shown(payment.serviceId)).expire()
    expect(await answer).toEqual({ kind: 'cancelled', by: 'merchant' })
  })

  test('has ten minutes, and asks at once when a webhook says that something happened', async () => {
    const app = bench.open({ times: { pollMs: 60_000 } })
    expect(app.cancelAfterMs).toBe(600_000)
    const payment = newAppPayment()
    const answer = app.start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    // It may still be asking for the first time.
    await expect.poll(() => getRequests(payment).length).toBe(2)
    shown.approve()
    await app.receiveWebhook(1, webhookAbout(payment))
    expect(await answer).toMatchObject({ kind: 'approved' })
  })
})

/** As the vendor signs it. */
function webhookAbout({ serviceId }: TerminalPayment, secret = SETTINGS.webhook_secret ?? '') {
  const url = 'https://puoti.example/webhooks/terminals/1'
  const body = JSON.stringify({ msn: '123456', reference: serviceId, name: 'AUTHORIZED', success: true })
  const headers = signedHeaders({ url, secret, body, at: new Date(0) })
  return { host: 'puoti.example', path: '/webhooks/terminals/1', headers, body }
}

describe('a webhook', () => {
  test('is heard if it is signed, even without the payment', async () => {
    expect(await bench.open().receiveWebhook(1, webhookAbout(newAppPayment()))).toEqual([])
    expect(await bench.open().receiveWebhook(1, webhookAbout(newAppPayment(), 'guessed'))).toBeUndefined()
  })

  test('is ignored where no secret is stored', async () => {
    const { webhook_secret: _none, ...settings } = SETTINGS
    const app = new MobilepayApps({
      findSettings: async () => settings,
      inFlightMs: 150_000,
      urls: { test: simulator.url, production: simulator.url },
      returnUrl: RETURN_URL,
    })
    expect(await app.receiveWebhook(1, webhookAbout(newAppPayment(), ''))).toBeUndefined()
  })

  test('decides nothing: a payment that it calls approved is asked about', async () => {
    const app = bench.open()
    const payment = newAppPayment()
    const answer = app.start(payment, never())
    const shown = await simulator.shown(payment.serviceId)
    await app.receiveWebhook(1, webhookAbout(payment))
    expect(await app.status(payment)).toEqual({ kind: 'in_progress' })
    shown.abort()
    expect(await answer).toMatchObject({ kind: 'cancelled' })
  })
})

describe('a refund', () => {
  test('in parts is requested by its own key, and its slip names the amount', async () => {
    const app = bench.open()
    const payment = newAppPayment()
    await paid(app, payment)
    const [some, rest] = [
      { refundId: randomUUID(), amountCents: 234 },
      { refundId: randomUUID(), amountCents: 1000 },
    ]
    expect(await app.refund(payment, some)).toMatchObject({ kind: 'approved', amountCents: 234 })
    const last = await app.refund(payment, rest)
    expect(last).toMatchObject({ kind: 'approved', receiptText: expect.stringContaining('10.00 EUR') })
    expect(await app.refundStatus(payment, rest)).toEqual(last)
    expect(await app.refund(payment, { refundId: randomUUID(), amountCents: 1 })).toEqual({
      kind: 'declined',
      code: 'Refund amount too high',
    })
    expect(simulator.payments.get(payment.serviceId)?.refundedCents).toBe(1234)
  })
})

describe('health', () => {
  test.each([
    ['a wrong secret', { client_secret: 'wrong' }, 'invalidCredentials'],
    ['a wrong subscription key', { subscription_key: 'wrong' }, 'invalidCredentials'],
    ['an API that is not there', { environment: 'production' }, 'connectionRefused'],
  ] as const)('says what is wrong: %s', async (_what, settings, code) => {
    const health = await bench.open({ settings }).health(1)
    expect(health).toMatchObject({ ok: false, code })
    expect(JSON.stringify(health)).not.toContain(SETTINGS.client_secret)
  })
})

test('the simulator answers as the published schema says', async () => {
  const payment = newAppPayment()
  await paid(bench.open(), payment)
  const simulated = await simulator.shown(payment.serviceId)
  expect(paymentResponse.parse(simulated.toResponse())).toMatchObject({ state: 'AUTHORIZED' })
  expect(eventsResponse.parse(simulated.events)).toHaveLength(3)
})

test('events without a name, which the published schema allows, hide no refund', async () => {
  const [payment, app] = [newAppPayment(), bench.open()]
  await paid(app, payment)
  const [refund, other] = ['1st', '2nd'].map(id => ({ refundId: `${id}-${randomUUID()}`, amountCents: 100 }))
  await app.refund(payment, refund!)
  const { events } = await simulator.shown(payment.serviceId)
  const unnamed = events.map(({ name: _name, ...event }) => event)
  expect(eventsResponse.safeParse(unnamed).success).toBe(true)
  const read = readEvents(unnamed, payment) ?? []
  expect(toRefundOutcome(read, refund!)).toMatchObject({ kind: 'approved', amountCents: 100 })
  expect(toRefundOutcome(read, other!)).toEqual({ kind: 'not_found' })
})

test('the simulator refuses what the published schema does not allow', async () => {
  const before = simulator.invalid.length
  const payment = { ...newAppPayment(), currency: 'USD' }
  expect(await bench.open().start(payment, never())).toEqual({ kind: 'declined', code: 'Bad Request' })
  expect(simulator.invalid.splice(before)).toEqual([expect.stringContaining('create: amount.currency')])
})

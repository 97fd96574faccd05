import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { terminalConformance } from '#server/adapters/payment-terminal/conformance.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { newWebPayment, paytrailBench, RETURN_URL } from '#test/terminals/paytrail/paytrail-bench.ts'
import { SETTINGS } from '#test/terminals/paytrail/paytrail-simulator.ts'
import { paymentResponse } from '#test/terminals/paytrail/published-schema.ts'
import { signedQuery } from '#test/terminals/paytrail/signature.ts'
import type { PaytrailApps } from './paytrail-app.ts'

const bench = paytrailBench()
const { simulator } = bench
const never = () => new AbortController().signal
/** Every test of this file, the conformance tests included, sends what the published schema allows. */
afterAll(() => expect(simulator.invalid).toEqual([]))

terminalConformance('Paytrail', async () => ({
  terminal: bench.open(),
  terminalId: 1,
  async press({ serviceId }, what) {
    const payment = await simulator.shown(serviceId)
    if (what === 'approve') payment.approve()
    else if (what === 'decline') payment.refuse()
    else payment.abort()
  },
  // The link is stored before a shopper can see the payment.
  waitUntilShown: async ({ serviceId }) => {
    await simulator.shown(serviceId)
    await expect.poll(() => bench.stored.get(serviceId)?.link).toBeTruthy()
  },
}))

async function begun(app: PaytrailApps, payment: TerminalPayment, signal = never()) {
  const answer = app.start(payment, signal)
  const shown = await simulator.shown(payment.serviceId)
  await expect.poll(() => bench.stored.get(payment.serviceId)?.link).toBeTruthy()
  return { answer, shown }
}

test('a payment has a link, no data of the shopper’s, and a slip with the way it was paid', async () => {
  const payment = newWebPayment()
  const { answer, shown } = await begun(bench.open(), payment)
  expect(shown.created).toEqual({
    stamp: expect.stringMatching(new RegExp(`^${payment.serviceId}-[0-9a-f]{8}$`)),
    reference: 'Puoti 1001',
    amount: 1234,
    currency: 'EUR',
    language: 'FI',
    customer: { email: SETTINGS.contact_email },
    redirectUrls: { success: RETURN_URL, cancel: RETURN_URL },
    callbackUrls: { success: 'http://127.0.0.1/webhooks/terminals/1', cancel: 'http://127.0.0.1/webhooks/terminals/1' },
  })
  expect(bench.stored.get(payment.serviceId)?.link).toBe(`${shown.link}#${shown.transactionId}`)
  shown.approve('nordea')
  expect(await answer).toMatchObject({
    kind: 'approved',
    amountCents: 1234,
    transactionId: shown.transactionId,
    cardBrand: 'Nordea',
    receiptText: expect.stringContaining('12.34 EUR'),
  })
  expect(paymentResponse.parse(shown.toResponse())).toMatchObject({ status: 'ok' })
})

test('a payment that a bank still confirms is in progress, also after its cancellation', async () => {
  const [payment, app] = [newWebPayment(), bench.open()]
  const { answer, shown } = await begun(app, payment)
  shown.wait()
  await app.cancel(payment)
  expect(await app.status(payment)).toEqual({ kind: 'in_progress' })
  shown.approve('osuuspankki')
  expect(await answer).toMatchObject({ kind: 'approved', cardBrand: 'OP' })
})

test('has ten minutes, and shows only a masked card', async () => {
  const [payment, app] = [newWebPayment(), bench.open()]
  expect(app.cancelAfterMs).toBe(600_000)
  const { answer, shown } = await begun(app, payment)
  shown.approve()
  expect(await answer).toMatchObject({ cardBrand: 'Card', maskedPan: '**** 0313' })
})

/** As the vendor calls. */
function callback(
  payment: TerminalPayment,
  { status = 'ok', secret = SETTINGS.secret_key, amount = 1234, of = '' } = {},
) {
  const shown = simulator.payments.findLast(({ serviceId }) => serviceId === payment.serviceId)
  const id = shown?.transactionId ?? randomUUID()
  const stamp = shown?.created.stamp ?? `${payment.serviceId}-00000000`
  const query = new URLSearchParams(signedQuery({ amount, stamp, id, status, provider: 'nordea' }, secret))
  return { host: 'puoti.example', path: `/webhooks/terminals/1?${of}${query.toString()}`, headers: {}, body: '' }
}

describe('a callback', () => {
  test('makes the shop ask at once, and decides nothing', async () => {
    const [payment, app] = [newWebPayment(), bench.open({ times: { pollMs: 60_000 } })]
    const { answer, shown } = await begun(app, payment)
    await expect.poll(() => simulator.received.filter(({ id }) => id === shown.transactionId).length).toBe(1)
    // A lie: nothing was paid.
    await app.receiveWebhook(1, callback(payment, { status: 'fail' }))
    expect(await app.status(payment)).toEqual({ kind: 'in_progress' })
    shown.approve()
    bench.change(payment.serviceId, { state: 'APPROVED' })
    expect(await app.receiveWebhook(1, callback(payment))).toEqual([])
    expect(await answer).toMatchObject({ kind: 'approved' })
  })

  test('counts only with the vendor’s signature over all that it says', async () => {
    const [payment, app] = [newWebPayment(), bench.open()]
    const right = callback(payment, { status: 'fail' })
    expect(await app.receiveWebhook(1, right)).toEqual([])
    expect(await app.receiveWebhook(1, callback(payment, { secret: 'guessed' }))).toBeUndefined()
    for (const [from, to] of [
      ['1234', '1'],
      ['status=fail', 'status=ok'],
      ['nordea', 'op'],
      ['375917', '375918'],
      ['signature=', 'signed='],
      ['sha256', 'md5'],
    ] as const)
      expect(await app.receiveWebhook(1, { ...right, path: right.path.replace(from, to) })).toBeUndefined()
    expect(await app.receiveWebhook(1, { ...right, path: `${right.path}&checkout-new=1` })).toBeUndefined()
  })

  test('about a refund that returned no money is reported', async () => {
    const payment = newWebPayment()
    const failures = await bench.open().receiveWebhook(1, callback(payment, { status: 'fail', of: 'of=refund&' }))
    expect(failures).toMatchObject([{ event: 'refund fail', amountCents: 1234, currency: 'EUR' }])
    expect(await bench.open().receiveWebhook(1, callback(payment, { of: 'of=refund&' }))).toEqual([])
  })
})

describe('a refund', () => {
  test('in parts names each with its own stamp, and never more than was paid', async () => {
    const [payment, app] = [newWebPayment(), bench.open()]
    const { answer, shown } = await begun(app, payment)
    shown.approve()
    await answer
    const some = await app.refund(payment, { refundId: 'a'.repeat(32), amountCents: 234 })
    expect(some).toMatchObject({ kind: 'approved', transactionId: `refund.${shown.refunds[0]?.transactionId}` })
    expect(shown.refunds).toMatchObject([{ stamp: 'a'.repeat(32), amount: 234 }])
    expect(await app.refund(payment, { refundId: 'b'.repeat(32), amountCents: 1001 })).toEqual({
      kind: 'declined',
      code: 'The refund amount is too high',
    })
  })

  test('by a bank that takes none back is declined, for an admin', async () => {
    const [payment, app] = [newWebPayment(), bench.open()]
    const { answer, shown } = await begun(app, payment)
    shown.approve('spankki')
    await answer
    simulator.unrefundable.add('spankki')
    const refund = { refundId: randomUUID(), amountCents: 1234 }
    expect(await app.refund(payment, refund)).toMatchObject({
      kind: 'declined',
      code: expect.stringContaining('support'),
    })
  })
})

test.each([
  ['a wrong key', { secret_key: 'wrong' }, 'invalidCredentials'],
  ['an API that is not there', { environment: 'production' }, 'connectionRefused'],
] as const)('health reports %s', async (_what, settings, code) => {
  const health = await bench.open({ settings }).health(1)
  expect(health).toMatchObject({ ok: false, code })
  expect(JSON.stringify(health)).not.toContain(SETTINGS.secret_key)
})

import {
  Client,
  type CreatePaymentRequest,
  type GetPaymentEventLogResponse,
  type GetPaymentResponse,
} from '@vippsmobilepay/sdk'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import type { AppPayment } from '#test/terminals/mobilepay/app-payment.ts'
import { mobilepayBench, newAppPayment } from '#test/terminals/mobilepay/mobilepay-bench.ts'
import { SETTINGS } from '#test/terminals/mobilepay/mobilepay-simulator.ts'
import type * as published from '#test/terminals/mobilepay/published-schema.ts'
import { getPaymentState, readEvents, readPayment } from './answers.ts'

const bench = mobilepayBench()
const { simulator } = bench
const HOME = 'https://apitest.vipps.no'
const { fetch: send } = globalThis

// The vendor's client has its host built in: its requests go to the simulator instead.
beforeAll(() => {
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    input instanceof Request && input.url.startsWith(HOME)
      ? send(new Request(input.url.replace(HOME, simulator.url), input))
      : send(input, init),
  )
})
afterAll(() => {
  vi.unstubAllGlobals()
  expect(simulator.invalid).toEqual([])
})

const vendor = Client({
  merchantSerialNumber: SETTINGS.merchant_serial_number,
  subscriptionKey: SETTINGS.subscription_key,
  useTestMode: true,
  retryRequests: false,
})

/** Of the vendor's client: what it got, or the error. */
function getData<Data>(answer: { ok: true; data: Data } | { ok: false; error: unknown }): Data {
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.data
}
const getToken = async () =>
  getData(await vendor.auth.getToken(SETTINGS.client_id, SETTINGS.client_secret)).access_token

test('the vendor’s client pays, captures, refunds and cancels at the simulator', async () => {
  const token = await getToken()
  const { serviceId: reference } = newAppPayment()
  const amount = { value: 1234, currency: 'EUR' } as const
  const request: CreatePaymentRequest = {
    amount,
    reference,
    paymentMethod: { type: 'WALLET' },
    customerInteraction: 'CUSTOMER_PRESENT',
    userFlow: 'WEB_REDIRECT',
    returnUrl: 'https://shop.example/',
  }
  const shown = async () => simulator.shown(reference)
  expect(getData(await vendor.payment.create(token, request))).toEqual({ reference, redirectUrl: (await shown()).link })
  ;(await shown()).approve()
  getData(await vendor.payment.capture(token, reference, { modificationAmount: amount }))
  getData(await vendor.payment.refund(token, reference, { modificationAmount: { ...amount, value: 234 } }))
  expect(getData(await vendor.payment.info(token, reference))).toMatchObject({
    state: 'AUTHORIZED',
    aggregate: { capturedAmount: amount, refundedAmount: { value: 234 } },
  })
  const log = getData(await vendor.payment.history(token, reference))
  expect(log.map(({ name }) => name)).toEqual(['CREATED', 'AUTHORIZED', 'CAPTURED', 'REFUNDED'])
  const other = { ...request, reference: newAppPayment().serviceId }
  getData(await vendor.payment.create(token, other))
  expect(getData(await vendor.payment.cancel(token, other.reference))).toMatchObject({ state: 'TERMINATED' })
  expect(await vendor.payment.info(token, newAppPayment().serviceId)).toMatchObject({ ok: false })
})

test('the vendor’s client and the adapter see the same payment', async () => {
  const [payment, token] = [newAppPayment(), await getToken()]
  const answer = bench.open().start(payment, new AbortController().signal)
  ;(await simulator.shown(payment.serviceId)).approve()
  expect(await answer).toMatchObject({ kind: 'approved' })
  const info = getData(await vendor.payment.info(token, payment.serviceId))
  expect(info).toMatchObject({ reference: payment.serviceId, amount: { value: 1234, currency: 'EUR' } })
  const read = readPayment(info, payment)
  expect(read && getPaymentState(read)).toBe('approved')
  expect(readEvents(getData(await vendor.payment.history(token, payment.serviceId)), payment)).toHaveLength(3)
})

/** Without what may be missing: what a request is that has everything. */
type Whole<Value> = Value extends object ? { [Key in keyof Value]-?: Whole<Exclude<Value[Key], undefined>> } : Value

type RequestFields = z.infer<typeof published.createRequest>
type UnknownFields = Exclude<keyof RequestFields, keyof CreatePaymentRequest>

// The compiler reports a field, or a value, that the vendor's types don't have.
const hasNoUnknownFields: [UnknownFields] extends [never] ? true : never = true
const asVendorRequest = (sent: Whole<RequestFields>): CreatePaymentRequest => sent
const asVendorResponse = (payment: AppPayment): GetPaymentResponse => payment.toResponse()
const asVendorLog = (payment: AppPayment): GetPaymentEventLogResponse => payment.events

test('what the vendor’s types say about a payment is what the simulator answers', async () => {
  expect(hasNoUnknownFields).toBe(true)
  const payment = newAppPayment()
  const answer = bench.open().start(payment, new AbortController().signal)
  const shown = await simulator.shown(payment.serviceId)
  shown.abort()
  await answer
  const created = simulator.received.find(({ reference }) => reference === payment.serviceId)
  // The simulator has validated it against the schema whose type is compared above.
  const sent = created?.body as Parameters<typeof asVendorRequest>[0]
  expect(asVendorRequest(sent).reference).toBe(asVendorResponse(shown).reference)
  expect(asVendorLog(shown).map(({ name }) => name)).toEqual(['CREATED', 'ABORTED'])
})

import { CallbackUrl, Customer, PaytrailClient } from '@paytrail/paytrail-js-sdk'
import type {
  CreatePaymentData,
  CreatePaymentRequest,
  CreateRefundData,
  CreateRefundRequest,
  GetPaymentStatusData,
} from '@paytrail/paytrail-js-sdk'
import axiosRequests from '@paytrail/paytrail-js-sdk/dist/utils/axios.util.js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { newWebPayment, paytrailBench } from '#test/terminals/paytrail/paytrail-bench.ts'
import { SETTINGS } from '#test/terminals/paytrail/paytrail-simulator.ts'
import type * as published from '#test/terminals/paytrail/published-schema.ts'
import { signedQuery } from '#test/terminals/paytrail/signature.ts'
import { readCallback, readPayment } from './answers.ts'
import { computeSignature, isSigned, signedHeaders } from './signature.ts'

const bench = paytrailBench()
const { simulator } = bench
const HOME = 'https://services.paytrail.com'

/** The vendor's client has its host built in: its requests go to the simulator instead, as it signed them. */
async function send(url: string, headers: object, body?: object) {
  expect(url.startsWith(`${HOME}/`)).toBe(true)
  const response = await fetch(url.replace(HOME, simulator.url), {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`HTTP ${response.status} ${await response.text()}`)
  return response.json()
}
beforeAll(() => {
  const { requests } = axiosRequests
  vi.spyOn(requests, 'get').mockImplementation((url, headers) => send(url, headers))
  vi.spyOn(requests, 'post').mockImplementation((url, body, headers) => send(url, headers ?? {}, body))
})
afterAll(() => {
  vi.restoreAllMocks()
  expect(simulator.invalid).toEqual([])
})

const { merchant_id, secret_key } = SETTINGS
const vendor = new PaytrailClient({ merchantId: Number(merchant_id), secretKey: secret_key, platformName: 'test' })
const address = 'https://shop.example/webhooks/terminals/1'
// Its validator only knows instances of its own classes.
const addresses = Object.assign(new CallbackUrl(), { success: address, cancel: address })

type Creation = z.infer<typeof published.createRequest>

// The compiler reports a field, or a value, that the vendor's types don't have.
const asVendorRequest = (sent: Creation): CreatePaymentRequest => sent
type Refund = z.infer<typeof published.refundRequest>
const asVendorRefund = (sent: Refund & { refundStamp: string }): CreateRefundRequest => sent
type HasOnly<Ours, Theirs> = [Exclude<keyof Ours, keyof Theirs>] extends [never] ? true : never
const hasNoUnknownFields: [HasOnly<Creation, CreatePaymentRequest>, HasOnly<Refund, CreateRefundRequest>] = [true, true]

test('the vendor’s client pays, asks and refunds at the simulator', async () => {
  expect(hasNoUnknownFields).toEqual([true, true])
  const { serviceId } = newWebPayment()
  const customer = Object.assign(new Customer(), { email: 'shop@puoti.example' })
  const request = {
    stamp: `${serviceId}-1`,
    reference: 'Puoti 1',
    amount: 1234,
    currency: 'EUR',
    language: 'FI',
  } as const
  const created = await vendor.createPayment(
    asVendorRequest({ ...request, customer, redirectUrls: addresses, callbackUrls: addresses }),
  )
  expect(created).toMatchObject({ message: 'Success' })
  const { transactionId = '', href } = (created.data ?? {}) as Partial<CreatePaymentData>
  const shown = await simulator.shown(serviceId)
  expect([created.message, transactionId, href]).toEqual(['Success', shown.transactionId, shown.link])
  shown.approve('nordea')
  const status = await vendor.getPaymentStatus({ transactionId })
  const data = (status.data ?? {}) as Partial<GetPaymentStatusData>
  expect(data).toMatchObject({ status: 'ok', amount: 1234, provider: 'nordea', stamp: `${serviceId}-1` })
  const payment = { ...newWebPayment(), serviceId }
  expect(readPayment(data, payment, transactionId)).toMatchObject({ status: 'ok' })
  const refund = asVendorRefund({ amount: 234, refundStamp: 'a', callbackUrls: addresses })
  const refunded = await vendor.createRefund({ transactionId }, refund)
  expect((refunded.data ?? {}) as Partial<CreateRefundData>).toMatchObject({ status: 'ok', provider: 'nordea' })
  const groups = await vendor.listGroupedProviders({ amount: 100, groups: undefined as never })
  expect(groups.data?.groups.map(({ id }) => id)).toEqual(['mobile', 'bank', 'creditcard'])
})

test('the vendor’s client is refused by the simulator with a wrong key', async () => {
  const wrong = new PaytrailClient({ merchantId: Number(merchant_id), secretKey: 'wrong', platformName: 'test' })
  expect(await wrong.getPaymentStatus({ transactionId: '681538c4-fc84-11e9-83bc-2ffcef4c3453' })).not.toHaveProperty(
    'data',
  )
})

/** A published example of the signature of a query string, and one of a request. */
const EXAMPLE = {
  'checkout-account': '375917',
  'checkout-algorithm': 'sha256',
  'checkout-method': 'GET',
  'checkout-timestamp': '2019-11-01T08:48:50.832Z',
  'checkout-transaction-id': '681538c4-fc84-11e9-83bc-2ffcef4c3453',
  'checkout-nonce': '87ac41e1-e6e6-4789-b8e0-c83930cfc447',
}

test.each([
  ['', 'sha256'],
  ['{"amount":1525,"reference":"3759170"}', 'sha512'],
])('what we sign with the test merchant’s key is what the vendor’s library signs: %s', (body, algorithm) => {
  const fields = { ...EXAMPLE, 'checkout-algorithm': algorithm }
  const signature = computeSignature(secret_key, fields, body)
  const parsed = body === '' ? '' : (JSON.parse(body) as Record<string, string | number>)
  expect(vendor.validateHmac(fields, parsed, signature, secret_key, algorithm)).toBe(true)
  expect(vendor.validateHmac(fields, parsed, signature, 'other', algorithm)).toBe(false)
  expect(isSigned(SETTINGS, { ...fields, signature }, body)).toBe(true)
})

test('the vendor’s library validates our headers, and the simulator’s callback, as we do', () => {
  const body = { amount: 1525 }
  const { signature, ...headers } = signedHeaders(SETTINGS, { method: 'POST', body: JSON.stringify(body) })
  const checkout = (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('checkout-')))
  expect(vendor.validateHmac(checkout(headers), body, signature, secret_key)).toBe(true)
  const query = signedQuery({ amount: 1, stamp: 'a-1', id: 'b', status: 'fail', provider: 'nordea' })
  const fields = Object.fromEntries(query)
  expect(vendor.validateHmac(checkout(fields), '', fields['signature'] ?? '', secret_key)).toBe(true)
  const path = `/webhooks/terminals/1?${new URLSearchParams(query).toString()}`
  expect(readCallback(SETTINGS, { host: '', path, headers: {}, body: '' })).toMatchObject({ serviceId: 'a' })
})

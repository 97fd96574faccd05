import { type Types, Client, CloudDeviceAPI, EnvironmentEnum, hmacValidator } from '@adyen/api-library'
import { expect, test } from 'vitest'
import { adyenBench, newCardPayment } from '#test/terminals/adyen/adyen-bench.ts'
import { SETTINGS } from '#test/terminals/adyen/adyen-simulator.ts'
import { standardWebhook } from '#test/terminals/adyen/webhooks.ts'
import {
  abortMessage,
  diagnosisMessage,
  knownPayment,
  type Message,
  paymentMessage,
  reversalMessage,
  statusMessage,
} from './messages.ts'
import { computeSignature, parseRefundFailures } from './refund-failures.ts'

const bench = adyenBench()
const never = () => new AbortController().signal
const now = new Date(0)
const HOME = 'https://device-api-test.adyen.com/v1'

type HttpCall = [url: string, body: string, config: { apiKey: string }, isApiRequired: boolean, { method: string }]

/** The vendor's client, whose requests go to the simulator instead of the vendor's host. */
function vendorClient() {
  const config = { environment: EnvironmentEnum.TEST, apiKey: SETTINGS.api_key }
  const httpClient = {
    async request(...[endpoint, body, { apiKey }, , options]: HttpCall) {
      const { method } = options
      expect(endpoint.startsWith(`${HOME}/`)).toBe(true)
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
      const url = endpoint.replace(HOME, bench.simulator.url)
      const response = await fetch(url, { method, headers, ...(method === 'POST' && { body }) })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return response.text()
    },
  }
  return new CloudDeviceAPI(new Client(config, httpClient)).CloudDeviceApi
}

type CloudRequest = Parameters<ReturnType<typeof vendorClient>['sync']>[2]
// The envelope's type is checked by its parts, below.
const asVendorRequest = (message: Message) => message as unknown as CloudRequest
const send = (message: Message) =>
  vendorClient().sync(SETTINGS.merchant_account, SETTINGS.poi_id, asVendorRequest(message))

test('the vendor’s client gets a payment, its status and a refund from the simulator', async () => {
  expect(await vendorClient().getDeviceStatus(SETTINGS.merchant_account, SETTINGS.poi_id)).toMatchObject({
    status: 'ONLINE',
  })
  const payment = newCardPayment()
  const answer = send(paymentMessage(SETTINGS, payment, now))
  ;(await bench.simulator.shown(payment.serviceId)).approve()
  const { SaleToPOIResponse: paid } = await answer
  expect(paid?.PaymentResponse).toMatchObject({
    Response: { Result: 'Success' },
    PaymentResult: { AmountsResp: { AuthorizedAmount: 12.34, Currency: 'EUR' } },
  })
  const { SaleToPOIResponse: status } = await send(statusMessage(SETTINGS, knownPayment(payment)))
  expect(
    status?.TransactionStatusResponse?.RepeatedMessageResponse?.RepeatedResponseMessageBody.PaymentResponse,
  ).toEqual(paid?.PaymentResponse)
  const { TransactionID, TimeStamp } = paid?.PaymentResponse?.POIData.POITransactionID ?? {}
  const original = { TransactionID: TransactionID ?? '', TimeStamp: String(TimeStamp) }
  const refund = { refundId: 'a'.repeat(32), amountCents: 234 }
  const { SaleToPOIResponse: reversed } = await send(reversalMessage(SETTINGS, { payment, refund, original }, now))
  expect(reversed?.ReversalResponse?.Response.Result).toBe('Success')
  const { SaleToPOIResponse: diagnosed } = await send(diagnosisMessage(SETTINGS))
  expect(diagnosed?.DiagnosisResponse).toMatchObject({ POIStatus: { GlobalStatus: 'OK' } })
  expect(bench.simulator.invalid).toEqual([])
})

type Model = { getAttributeTypeMap: () => { baseName: string; type: string }[] }
const models: Record<string, unknown> = await import('@adyen/api-library/lib/src/typings/tapi/models.js')
const isModel = (value: unknown): value is Model => typeof value === 'function' && 'getAttributeTypeMap' in value

/** The fields that the vendor's model of this name doesn't have, also in what they contain. */
function unknownFields(name: string, value: unknown, path = name): string[] {
  const model = models[name]
  if (!isModel(model) || typeof value !== 'object' || value === null) return []
  const declared = new Map(model.getAttributeTypeMap().map(({ baseName, type }) => [baseName, type]))
  return Object.entries(value).flatMap(([field, inner]) => {
    const [, listed, type = listed] = /^(?:Array<(\w+)>|(\w+).*)$/.exec(declared.get(field) ?? '') ?? []
    if (type === undefined) return [`${path}.${field}`]
    return [inner].flat().flatMap(each => unknownFields(type, each, `${path}.${field}`))
  })
}

const payment = newCardPayment()
const original = { TransactionID: 'sim01.1', TimeStamp: now.toISOString() }
const refund = { refundId: 'b'.repeat(32), amountCents: 234 }

test.each([
  ['PaymentRequest', paymentMessage(SETTINGS, payment, now)],
  ['ReversalRequest', reversalMessage(SETTINGS, { payment, refund, original }, now)],
  ['TransactionStatusRequest', statusMessage(SETTINGS, knownPayment(payment))],
  ['AbortRequest', abortMessage(SETTINGS, knownPayment(payment))],
  ['DiagnosisRequest', diagnosisMessage(SETTINGS)],
])('the vendor’s models have every field of a %s', (_name, { SaleToPOIRequest: request }) => {
  expect(unknownFields('SaleToPOIRequest', request)).toEqual([])
  expect(unknownFields('SaleToPOIRequest', { ...request, Abort: {} })).toEqual(['SaleToPOIRequest.Abort'])
})

test('the vendor’s models have every field that the simulator’s terminal sends', async () => {
  const shown = newCardPayment()
  const answer = bench.open().start(shown, never())
  const device = await bench.simulator.shown(shown.serviceId)
  device.approve()
  await answer
  expect(device.reply).toHaveProperty('PaymentResponse')
  expect(unknownFields('SaleToPOIResponse', device.reply)).toEqual([])
})

const secret = 'AB'.repeat(32)
const books = { pspReference: 'REFUND1', originalReference: 'PAID1', merchantReference: 'key1', cents: 290 }
const failed = { eventCode: 'REFUND_FAILED', success: true, reason: 'why' } as const
const readItem = (body: string) =>
  // The vendor's format, as the simulator has just written it.
  (JSON.parse(body) as { notificationItems: { NotificationRequestItem: Types.notification.NotificationRequestItem }[] })
    .notificationItems[0]!.NotificationRequestItem

test('the vendor’s validator accepts the simulator’s webhook, and its signature is ours', () => {
  const body = standardWebhook({ secret, merchantAccount: SETTINGS.merchant_account }, books, failed)
  const item = readItem(body)
  const validator = new hmacValidator()
  expect(validator.validateHMAC(item, secret)).toBe(true)
  expect(validator.validateHMAC(readItem(body.replace('REFUND1', 'OTHER')), secret)).toBe(false)
  const { pspReference, originalReference = '', merchantAccountCode, merchantReference, eventCode, success } = item
  const amount = { value: 290, currency: 'EUR' }
  const values = { pspReference, originalReference, merchantAccountCode, merchantReference, amount, eventCode, success }
  expect(computeSignature(values, secret)).toBe(validator.calculateHmac(item, secret))
})

test('the adapter believes what the vendor’s library signed', () => {
  const body = standardWebhook({ secret: 'CD'.repeat(32), merchantAccount: SETTINGS.merchant_account }, books, failed)
  const webhook = { host: 'shop.example', path: '/webhooks/terminals/1', headers: {}, body }
  const settings = { ...SETTINGS, webhook_secret: secret }
  expect(parseRefundFailures(settings, webhook)).toBeUndefined()
  const item = readItem(body)
  const signed = body.replace(
    item.additionalData?.['hmacSignature'] ?? '',
    new hmacValidator().calculateHmac(item, secret),
  )
  expect(parseRefundFailures(settings, { ...webhook, body: signed })).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { SETTINGS } from '#test/terminals/adyen/adyen-simulator.ts'
import { type RefundReport, standardWebhook } from '#test/terminals/adyen/webhooks.ts'
import { parseRefundFailures, computeSignature } from './refund-failures.ts'

/** The example of the vendor's page on HMAC signatures. */
const PUBLISHED = {
  key: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  item: {
    pspReference: '7914073381342284',
    originalReference: '',
    merchantAccountCode: 'TestMerchant',
    merchantReference: 'TestPayment-1407325143704',
    amount: { value: 1130, currency: 'EUR' },
    eventCode: 'AUTHORISATION',
    success: 'true',
  },
  signature: 'coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=',
}

const secret = 'AB'.repeat(32)
const settings = { ...SETTINGS, webhook_secret: secret }
const account = { secret, merchantAccount: SETTINGS.merchant_account }
const refund = { pspReference: 'REFUND1', originalReference: 'PAID1', merchantReference: 'key1', cents: 290 }
const failed: RefundReport = { eventCode: 'CANCEL_OR_REFUND', success: false, reason: 'Insufficient balance' }

const webhook = (body: string, headers = {}) => ({ host: 'shop.example', path: '/webhooks/terminals/1', headers, body })
const about = (report: RefundReport, receiver = account) => webhook(standardWebhook(receiver, refund, report))

test('a signature is that of the vendor’s published example', () => {
  expect(computeSignature(PUBLISHED.item, PUBLISHED.key)).toBe(PUBLISHED.signature)
})

test.each([
  ['CANCEL_OR_REFUND', false, true],
  ['CANCEL_OR_REFUND', true, false],
  ['REFUND_FAILED', true, true],
  ['REFUND_FAILED', false, true],
  ['REFUNDED_REVERSED', true, true],
  ['AUTHORISATION', false, false],
] as const)('%s with success %s is a refund that failed: %s', (eventCode, success, isFailure) => {
  const reports = parseRefundFailures(settings, about({ eventCode, success, reason: 'why' }))
  const what = { event: eventCode, reason: 'why', reference: 'REFUND1', merchantReference: 'key1', amountCents: 290 }
  expect(reports).toEqual(isFailure ? [{ ...what, currency: 'EUR', failedAt: expect.any(Date) }] : [])
})

test('nothing is heard that another key signed, that was changed, or that is unsigned', () => {
  const { body } = about(failed)
  expect(parseRefundFailures(settings, about(failed, { ...account, secret: 'CD'.repeat(32) }))).toBeUndefined()
  expect(parseRefundFailures(settings, webhook(body.replace('290', '29000')))).toBeUndefined()
  expect(parseRefundFailures(settings, webhook(body.replace('REFUND1', 'REFUND2')))).toBeUndefined()
  expect(parseRefundFailures(settings, webhook(body.replace('hmacSignature', 'signature')))).toBeUndefined()
  expect(parseRefundFailures(settings, webhook('{'))).toBeUndefined()
  expect(parseRefundFailures(SETTINGS, about(failed))).toBeUndefined()
  // Of several events, all must be signed.
  const [one, other] = [body, about(failed, { ...account, secret: 'CD'.repeat(32) }).body].map(
    each => (JSON.parse(each) as { notificationItems: object[] }).notificationItems[0],
  )
  expect(
    parseRefundFailures(settings, webhook(JSON.stringify({ live: 'false', notificationItems: [one, other] }))),
  ).toBeUndefined()
  expect(
    parseRefundFailures(settings, webhook(JSON.stringify({ live: 'false', notificationItems: [one, one] }))),
  ).toHaveLength(2)
})

test('a report about another merchant account is acknowledged and ignored', () => {
  expect(parseRefundFailures(settings, about(failed, { ...account, merchantAccount: 'Another' }))).toEqual([])
})

test('a user in the settings must be sent', () => {
  const withUser = { ...settings, webhook_user: 'adyen', webhook_password: 'pass' }
  const { body } = about(failed)
  const basic = (text: string) => webhook(body, { authorization: `Basic ${Buffer.from(text).toString('base64')}` })
  expect(parseRefundFailures(withUser, basic('adyen:pass'))).toHaveLength(1)
  expect(parseRefundFailures(withUser, basic('adyen:word'))).toBeUndefined()
  expect(parseRefundFailures(withUser, webhook(body))).toBeUndefined()
})

import twilio from 'twilio'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TWILIO, TwilioSimulator } from '#test/sms/twilio-simulator.ts'
import { twilioSignature, twilioSms } from './twilio-sms.ts'

const HOME = 'https://api.twilio.com'
const simulator = new TwilioSimulator()
let url = ''
beforeAll(async () => (url = await simulator.open()))
afterAll(() => simulator.close())

/** The vendor's own HTTP client, whose requests go to the simulator instead of the vendor's host. */
class ClientOfSimulator extends twilio.RequestClient {
  override request: twilio.RequestClient['request'] = options => {
    expect(options.uri.startsWith(`${HOME}/`)).toBe(true)
    return super.request({ ...options, uri: options.uri.replace(HOME, url) })
  }
}
const vendorClient = () => twilio(TWILIO.account, TWILIO.token, { httpClient: new ClientOfSimulator() })

const reportTo = 'https://shop.example/webhooks/sms/twilio/one/secret'

test('the vendor’s client sends a message to the simulator, and reads its answers and refusals', async () => {
  const sent = { to: '+358401234567', from: TWILIO.sender, body: 'Hei', statusCallback: reportTo }
  const message = await vendorClient().messages.create(sent)
  expect(message).toMatchObject({ status: 'queued', to: sent.to, body: 'Hei', errorCode: null })
  expect(message.sid).toMatch(/^SM[0-9a-f]{32}$/)
  await expect(vendorClient().messages.create({ ...sent, to: '+15005550001' })).rejects.toMatchObject({
    status: 400,
    code: 21211,
  })
  expect(await vendorClient().api.v2010.accounts(TWILIO.account).fetch()).toMatchObject({ status: 'active' })
})

test('the adapter sends the fields that the vendor’s client sends', async () => {
  const form = { to: '+358401234567', text: 'Hei ä €' }
  await twilioSms({ ...TWILIO, url }).send({ ...form, reportTo: () => reportTo })
  const { id: _id, ...message } = simulator.last
  await vendorClient().messages.create({
    to: form.to,
    from: TWILIO.sender,
    body: form.text,
    statusCallback: reportTo,
  })
  expect(simulator.last).toMatchObject(message)
})

test('the vendor’s library validates what the simulator and the adapter sign, and we what it signs', async () => {
  const gateway = twilioSms({ ...TWILIO, url })
  await gateway.send({ to: '+358401234567', text: 'Hei', reportTo: () => reportTo })
  const report = simulator.report(simulator.last, 'delivered')
  const fields = Object.fromEntries(new URLSearchParams(report.body))
  const isValid = (signature = '', params = fields) =>
    twilio.validateRequest(TWILIO.token, signature, report.address, params)
  expect([isValid(report.signature), isValid(report.signature, { ...fields, To: 'other' })]).toEqual([true, false])
  expect(isValid(twilioSignature(TWILIO.token, report.address, report.body))).toBe(true)
  const signature = twilio.getExpectedTwilioSignature(TWILIO.token, report.address, fields)
  expect(gateway.parseReport({ ...report, signature })).toEqual({ state: 'delivered', reason: null })
  const forged = twilio.getExpectedTwilioSignature('other', report.address, fields)
  expect(gateway.parseReport({ ...report, signature: forged })).toBeUndefined()
})

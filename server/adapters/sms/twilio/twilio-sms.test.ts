import { afterAll, beforeAll, expect, test } from 'vitest'
import { smsGatewayConformance } from '#server/adapters/sms/conformance.ts'
import { TWILIO, TwilioSimulator } from '#test/sms/twilio-simulator.ts'
import { isSignedByTwilio, twilioSignature, twilioSms } from './twilio-sms.ts'

async function open() {
  const simulator = new TwilioSimulator()
  const url = await simulator.open()
  const gateway = twilioSms({ ...TWILIO, url })
  return {
    simulator,
    sms: gateway,
    gateway,
    with: ({ invalidKey, ...options }: { timeoutMs?: number; url?: string; invalidKey?: boolean; sender?: string }) =>
      twilioSms({ ...TWILIO, url, ...(invalidKey && { token: 'wrong' }), ...options }),
    fault: simulator.fault.bind(simulator),
    report: (state: string) => simulator.report(simulator.last, state, state === 'failed' ? '30003' : undefined),
    invalid: simulator.invalid,
    received: async () => simulator.accepted.map(({ to, text }) => ({ to, text })),
    close: () => simulator.close(),
  }
}

smsGatewayConformance('Twilio', open)

let under: Awaited<ReturnType<typeof open>>
beforeAll(async () => {
  under = await open()
})
afterAll(() => under.close())
const MESSAGE = { to: '+358401234567', text: 'Hei' }

test.each([
  { what: 'an invalid number', to: '+15005550001', fault: 'number', code: '21211' },
  { what: 'a number that this sender can’t reach', to: '+15005550002', fault: 'refused', code: '21612' },
  { what: 'a country that the account may not send to', to: '+15005550003', fault: 'refused', code: '21408' },
  { what: 'a recipient who answered STOP', to: '+15005550004', fault: 'number', code: '21610' },
  { what: 'a phone without SMS', to: '+15005550009', fault: 'number', code: '21614' },
])('$what is told apart by the error’s code', async ({ to, fault, code }) => {
  await expect(under.gateway.send({ ...MESSAGE, to })).rejects.toMatchObject({ fault, code: `HTTP 400 ${code}` })
})

test.each([
  ['an invalid sender', '+15005550001', '400 21212'],
  ['a sender of somebody else', '+15005550007', '400 21606'],
  ['a sender with a full queue', '+15005550008', '429 21611'],
])('%s is refused: another gateway may take the message', async (_what, sender, code) => {
  const gateway = under.with({ sender })
  await expect(gateway.send(MESSAGE)).rejects.toMatchObject({ fault: 'refused', code: `HTTP ${code}` })
})

test.each([
  ['suspended', 'account suspended'],
  ['<script>', 'account unknown'],
])('an account that is %s is not ready', async (status, fault) => {
  under.simulator.accountStatus = status
  expect(await under.gateway.health()).toEqual({ ok: false, reason: expect.stringMatching(new RegExp(`: ${fault}$`)) })
  under.simulator.accountStatus = 'active'
})

test('an undelivered message has failed for its code, and what is only queued says nothing', async () => {
  await under.gateway.send({ ...MESSAGE, reportTo: () => 'https://shop.example/webhooks/sms/twilio/one/secret' })
  const { simulator, gateway } = under
  const getReceived = (state: string, code?: string) =>
    gateway.parseReport(simulator.report(simulator.last, state, code))
  expect(getReceived('undelivered', '30006')).toEqual({ state: 'failed', reason: 'twilio: 30006' })
  expect(getReceived('undelivered', '<script>')).toEqual({ state: 'failed', reason: 'twilio: undelivered' })
  expect([getReceived('queued'), getReceived('constructor')]).toEqual(['ignored', 'ignored'])
})

test('a report that Twilio did not sign, or signed for another address or body, is not heard', async () => {
  await under.gateway.send({ ...MESSAGE, reportTo: () => 'https://shop.example/webhooks/sms/twilio/one/secret' })
  const report = under.simulator.report(under.simulator.last, 'delivered')
  expect(under.gateway.parseReport(report)).toEqual({ state: 'delivered', reason: null })
  const forged = [
    { ...report, signature: undefined },
    { ...report, signature: '' },
    { ...report, signature: report.signature?.slice(0, -1) },
    { ...report, address: report.address.replace('one', 'two') },
    { ...report, body: report.body.replaceAll('delivered', 'failed') },
    { ...report, body: `${report.body}&MessageStatus=failed` },
  ]
  expect(forged.map(each => under.gateway.parseReport(each))).toEqual(forged.map(() => undefined))
})

// An example of the signature that third-party code publishes; Twilio's own page describes the same steps.
const ADDRESS = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const BODY = 'CallSid=CA1234567890ABCDE&From=%2B12349013030&To=%2B18005551212&Caller=%2B12349013030&Digits=1234'

test('the signature is that of a published example, also with or without the port', () => {
  const signature = '0/KCTR6DLpKmkAf8muzZqo1nDgQ='
  expect(twilioSignature('12345', ADDRESS, BODY)).toBe(signature)
  expect(isSignedByTwilio('12345', { address: ADDRESS, body: BODY, signature })).toBe(true)
  const withPort = twilioSignature('12345', ADDRESS.replace('.com/', '.com:443/'), BODY)
  expect(isSignedByTwilio('12345', { address: ADDRESS, body: BODY, signature: withPort })).toBe(true)
  const request = { address: ADDRESS.replace('.com/', '.com:8443/'), body: BODY }
  expect(isSignedByTwilio('12345', { ...request, signature })).toBe(true)
  expect(isSignedByTwilio('other', { address: ADDRESS, body: BODY, signature })).toBe(false)
})

test.each([
  ['https://mycompany.com', ':443'],
  ['http://mycompany.com', ':80'],
])('the standard port of %s may be in the address, in what was signed, in both or in neither', (host, port) => {
  const addresses = [`${host}/hook?a=1`, `${host}${port}/hook?a=1`]
  for (const address of addresses)
    for (const signed of addresses) {
      const signature = twilioSignature('12345', signed, BODY)
      expect([address, signed, isSignedByTwilio('12345', { address, body: BODY, signature })]).toEqual([
        address,
        signed,
        true,
      ])
    }
  const signature = twilioSignature('12345', `${host}:8443/hook?a=1`, BODY)
  expect(isSignedByTwilio('12345', { address: `${host}${port}/hook?a=1`, body: BODY, signature })).toBe(false)
})

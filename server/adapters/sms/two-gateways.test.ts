import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ELKS, FortySixElksSimulator } from '#test/sms/46elks-simulator.ts'
import { TWILIO, TwilioSimulator } from '#test/sms/twilio-simulator.ts'
import { fortySixElksSms } from './46elks/46elks-sms.ts'
import { smsConformance } from './conformance.ts'
import { SmsError, type SmsProvider } from './sms.ts'
import { twilioSms } from './twilio/twilio-sms.ts'
import { firstThenSecond } from './two-gateways.ts'

const [elks, twilio] = [new FortySixElksSimulator(), new TwilioSimulator()]
let elksFirst: SmsProvider
let twilioFirst: SmsProvider
beforeAll(async () => {
  const timeoutMs = 300
  const one = fortySixElksSms({ ...ELKS, url: await elks.open(), timeoutMs })
  const other = twilioSms({ ...TWILIO, url: await twilio.open(), timeoutMs })
  elksFirst = firstThenSecond(one, other)
  twilioFirst = firstThenSecond(other, one)
})
beforeEach(() => {
  elks.accepted.length = 0
  twilio.accepted.length = 0
})
afterAll(async () => {
  await Promise.all([elks.close(), twilio.close()])
  expect([elks.invalid, twilio.invalid]).toEqual([[], []])
})

smsConformance('The second of two gateways, while nobody listens at the first', async () => {
  const second = new FortySixElksSimulator()
  const gone = twilioSms({ ...TWILIO, url: 'http://127.0.0.1:2' })
  return {
    sms: firstThenSecond(gone, fortySixElksSms({ ...ELKS, url: await second.open() })),
    received: async () => second.accepted.map(({ to, text }) => ({ to, text })),
    close: () => second.close(),
  }
})

const MESSAGE = { to: '+358401234567', text: 'Your code is 012345' }
const counts = () => [elks.accepted.length, twilio.accepted.length]

test('the second gateway gets nothing while the first takes the messages', async () => {
  expect(await elksFirst.send(MESSAGE)).toEqual({ gateway: '46elks' })
  expect(counts()).toEqual([1, 0])
})

test.each([401, 403, 429, 503, 'silence'] as const)('the second takes what the first answers with %s', async fault => {
  elks.fault(fault)
  expect(await elksFirst.send(MESSAGE)).toEqual({ gateway: 'twilio' })
  expect(counts()).toEqual([0, 1])
})

test('a message whose answer was lost comes twice, with the same code', async () => {
  elks.fault('cut')
  expect(await elksFirst.send(MESSAGE)).toEqual({ gateway: 'twilio' })
  expect([elks.last.text, twilio.last.text]).toEqual([MESSAGE.text, MESSAGE.text])
})

test('a number that can’t get SMS is not tried at the second gateway', async () => {
  await expect(twilioFirst.send({ ...MESSAGE, to: '+15005550009' })).rejects.toMatchObject({ fault: 'number' })
  expect(counts()).toEqual([0, 0])
})

test('if both refuse, the error names both reasons, and no number, code or key', async () => {
  elks.fault(403)
  twilio.fault(500)
  const error: unknown = await elksFirst.send(MESSAGE).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(SmsError)
  expect(error).toMatchObject({
    reason: expect.stringMatching(/^127.*HTTP 403; 127.*HTTP 500 20500$/),
    fault: 'unknown',
  })
  expect(JSON.stringify(error) + String(error)).not.toMatch(/358401234567|012345|simulated/)
})

test('both are asked whether they are ready, and one of them is enough', async () => {
  expect(await elksFirst.health()).toEqual({ ok: true })
  elks.fault(401)
  expect(await elksFirst.health()).toEqual({ ok: true, reason: expect.stringMatching(/^127\S+: HTTP 401$/) })
  elks.fault(401)
  twilio.fault(503)
  expect(await twilioFirst.health()).toEqual({ ok: false, reason: expect.stringMatching(/HTTP 503; .*HTTP 401$/) })
})

test('an error that is no gateway’s refusal is passed on', async () => {
  const broken = { ...elksFirst, send: () => Promise.reject(new TypeError('a mistake')) }
  await expect(firstThenSecond(broken, elksFirst).send(MESSAGE)).rejects.toThrow('a mistake')
  expect(counts()).toEqual([0, 0])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ReportRequest, SmsError, type SmsGateway, type SmsMessage, type SmsProvider } from './sms.ts'

/** A provider under test, and the messages that its gateway received. */
type SmsUnderTest = {
  sms: SmsProvider
  received: () => Promise<SmsMessage[]>
  close: () => Promise<void>
}

const TEST_NUMBER = '+358401234567'

/** Requirements for every SMS provider. */
export function smsConformance(name: string, open: () => Promise<SmsUnderTest>): void {
  describe(`${name} as an SMS provider`, () => {
    let under: SmsUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under.close())

    const arrivesAs = async (sent: SmsMessage) => {
      await under.sms.send(sent)
      return (await under.received()).at(-1)
    }

    test('delivers number and text', async () => {
      const sent = { to: TEST_NUMBER, text: 'Your code is 012345' }
      expect(await arrivesAs(sent)).toEqual(sent)
    })

    test('delivers every letter, line break and quote unchanged', async () => {
      const sent = { to: TEST_NUMBER, text: 'Koodi: 012345\n"Ää Öö Åå" €\\n 🛒\n\n@puoti.example #012345' }
      expect(await arrivesAs(sent)).toEqual(sent)
    })

    test('sends many concurrent messages once each', async () => {
      const before = (await under.received()).length
      const texts = Array.from({ length: 30 }, (_, index) => `Number ${index}`)
      await Promise.all(texts.map(text => under.sms.send({ to: TEST_NUMBER, text })))
      const arrived = (await under.received()).slice(before).map(({ text }) => text)
      expect(arrived.toSorted()).toEqual(texts.toSorted())
    })

    test('is ready, and sends nothing to find out', async () => {
      const before = (await under.received()).length
      expect(await under.sms.health()).toMatchObject({ ok: true })
      expect(await under.received()).toHaveLength(before)
    })
  })
}

/** A gateway with reports, and its simulator. */
type GatewayUnderTest = SmsUnderTest & {
  gateway: SmsGateway
  /** Another client of the same gateway, with this patience, or at another address. */
  with: (options: { timeoutMs?: number; url?: string; invalidKey?: boolean }) => SmsGateway
  fault: (fault: 'silence' | 'cut' | 'elsewhere' | number) => void
  /** The gateway's report about its last message. */
  report: (state: 'sent' | 'delivered' | 'failed') => ReportRequest
  /** Requests that broke the published description. */
  invalid: readonly string[]
}

const SECRET_MESSAGE = {
  to: TEST_NUMBER,
  text: 'Your code is 012345',
  reportTo: () => 'https://shop.example/webhooks/sms/x/y/z',
}
const catchSmsError = async (sending: Promise<unknown>): Promise<SmsError> => {
  const error: unknown = await sending.catch((reason: unknown) => reason)
  if (!(error instanceof SmsError)) throw new Error('the gateway took the message', { cause: error })
  expect(`${String(error)} ${error.code} ${error.reason}`).not.toMatch(/358401234567|012345|simulated/)
  return error
}

/** Requirements for every gateway that sends delivery reports. */
export function smsGatewayConformance(name: string, open: () => Promise<GatewayUnderTest>): void {
  smsConformance(name, open)

  describe(`${name} as a gateway with reports`, () => {
    let under: GatewayUnderTest
    beforeAll(async () => {
      under = await open()
    })
    afterAll(async () => {
      await under.close()
      expect(under.invalid).toEqual([])
    })

    test('names itself for a message that it takes, with and without an address for reports', async () => {
      const { name: gateway } = under.gateway
      expect(await under.gateway.send(SECRET_MESSAGE)).toEqual({ gateway })
      expect(await under.gateway.send({ to: TEST_NUMBER, text: 'Hello' })).toEqual({ gateway })
    })

    test.each([400, 401, 403, 404, 429])(
      'refuses with %i, and the reason holds no number, code or key',
      async status => {
        under.fault(status)
        expect(await catchSmsError(under.gateway.send(SECRET_MESSAGE))).toMatchObject({ fault: 'refused' })
      },
    )

    test('refuses a wrong key', async () => {
      expect(await catchSmsError(under.with({ invalidKey: true }).send(SECRET_MESSAGE))).toMatchObject({
        fault: 'refused',
      })
    })

    test.each([500, 502, 503, 'silence', 'cut'] as const)('may have taken the message after %s', async fault => {
      under.fault(fault)
      expect(await catchSmsError(under.with({ timeoutMs: 300 }).send(SECRET_MESSAGE))).toMatchObject({
        fault: 'unknown',
      })
    })

    test('is unreachable where nobody listens', async () => {
      const nowhere = under.with({ url: 'http://127.0.0.1:2' })
      expect(await catchSmsError(nowhere.send(SECRET_MESSAGE))).toMatchObject({
        fault: 'unreachable',
        code: 'ECONNREFUSED',
      })
    })

    test.each(['silence', 'elsewhere', 401, 503] as const)('is not ready after %s, with a reason', async fault => {
      under.fault(fault)
      const { ok, reason } = await under.with({ timeoutMs: 300 }).health()
      expect({ ok, reason }).toEqual({ ok: false, reason: expect.stringMatching(/^127\.0\.0\.1:\d+: \w+/) })
      expect(reason).not.toMatch(/358401234567|simulated/)
    })

    test('is not ready with a wrong key, or where nobody listens', async () => {
      expect(await under.with({ invalidKey: true }).health()).toMatchObject({ ok: false })
      const nowhere = await under.with({ url: 'http://127.0.0.1:2' }).health()
      expect(nowhere).toEqual({ ok: false, reason: '127.0.0.1:2: ECONNREFUSED' })
    })

    test('follows no redirect', async () => {
      under.fault('elsewhere')
      await catchSmsError(under.gateway.send(SECRET_MESSAGE))
    })

    test('tells what became of a message, with a reason only for a failure', async () => {
      await under.gateway.send(SECRET_MESSAGE)
      const states = (['sent', 'delivered', 'failed'] as const).map(state =>
        under.gateway.parseReport(under.report(state)),
      )
      expect(states).toEqual([
        { state: 'sent', reason: null },
        { state: 'delivered', reason: null },
        { state: 'failed', reason: expect.stringMatching(new RegExp(`^${under.gateway.name}: \\w+$`)) },
      ])
    })

    test('reads nothing from what is no report', () => {
      const { address, signature } = under.report('delivered')
      for (const body of [
        '',
        'status',
        'status=lost&MessageStatus=lost',
        '%',
        '{"status":"delivered"}',
        'x'.repeat(9000),
      ])
        expect(['ignored', undefined]).toContain(under.gateway.parseReport({ address, signature, body }))
    })
  })
}

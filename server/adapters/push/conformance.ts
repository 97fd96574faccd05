import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PushMessage, PushService, PushTarget } from './push.ts'

/** How the push server handles the next messages. */
type FarEnd = number | 'cut' | 'silent' | 'redirect' | 'cut-after-status'

/** A provider under test, and its push server. */
type PushUnderTest = {
  service: PushService
  /** A device that has just subscribed. */
  device: () => PushTarget
  /** The received messages, as the device reads them. */
  received: () => { title: string; body: string; navigate: string; language: string }[]
  behave: (behaviour: FarEnd, headers?: Record<string, string>) => void
  /** Stops the push server. */
  goAway: () => Promise<void>
  close: () => Promise<void>
}

const EXAMPLE_MESSAGE: PushMessage = {
  topic: 'puoti-1',
  title: 'Tuoretta leipää',
  body: 'Ää Öö Åå €\n"lainaus" 🥖',
  navigate: 'https://puoti.example/home?x=1&y=2',
  language: 'fi',
  ttlSeconds: 3600,
  urgency: 'normal',
}

/** Requirements for every push service. Its timeout must be short: two seconds. */
export function pushConformance(name: string, open: () => Promise<PushUnderTest>): void {
  describe(`${name} as a push service`, () => {
    let under: PushUnderTest
    beforeAll(async () => {
      under = await open()
    })
    beforeEach(() => under.behave(201))
    afterAll(() => under.close())

    const send = (message = EXAMPLE_MESSAGE) => under.service.send(under.device(), message)

    test('delivers title, text, link and language unchanged', async () => {
      expect(await send()).toEqual({ kind: 'delivered' })
      const { title, body, navigate, language } = EXAMPLE_MESSAGE
      expect(under.received().at(-1)).toEqual({ title, body, navigate, language })
    })

    test('delivers many concurrent messages once each', async () => {
      const before = under.received().length
      const titles = Array.from({ length: 30 }, (_, index) => `Number ${index}`)
      const outcomes = await Promise.all(titles.map(title => send({ ...EXAMPLE_MESSAGE, title })))
      expect(outcomes.every(({ kind }) => kind === 'delivered')).toBe(true)
      const arrived = under.received().slice(before)
      expect(arrived.map(({ title }) => title).toSorted()).toEqual(titles.toSorted())
    })

    test('shortens a text that is too long instead of refusing it', async () => {
      expect(await send({ ...EXAMPLE_MESSAGE, body: '🥖'.repeat(2_000) })).toEqual({ kind: 'delivered' })
      expect(under.received().at(-1)?.body).toMatch(/^(🥖)+…?$/u)
    })

    test('reports a device that no longer exists as gone', async () => {
      under.behave(404)
      expect(await send()).toMatchObject({ kind: 'gone' })
    })

    test.each([429, 503])('reports a message refused for now (%i) as one for later', async status => {
      under.behave(status, { 'retry-after': '120' })
      expect(await send()).toEqual({ kind: 'later', reason: `HTTP ${status}`, afterMs: 120_000 })
    })

    test.each(['cut', 'silent', 500, 502, 'redirect'] as const)(
      'sends a message once, and does not retry it, after “%s”',
      async behaviour => {
        under.behave(behaviour)
        const before = under.received().length
        expect(await send()).toMatchObject({ kind: 'failed' })
        expect(under.received().length - before).toBe(1)
      },
    )

    test('treats a response that breaks off after its first line as a response', async () => {
      under.behave('cut-after-status')
      expect(await send()).toEqual({ kind: 'delivered' })
    })

    test.each([400, 401, 403, 413])('raises an alarm when the push service refuses the request (%i)', async status => {
      under.behave(status)
      expect(await send()).toEqual({ kind: 'failed', reason: `HTTP ${status}`, isAlarming: true })
    })

    test.each(['', 'http://127.0.0.1/', 'https://puoti.example/push/1', 'javascript:alert(1)', 'x'.repeat(5_000)])(
      'does not accept an address of another service: %s',
      async address => {
        expect(under.service.accepts({ address, keys: under.device().keys })).toBe(false)
      },
    )

    test('accepts its own devices', () => {
      expect(under.service.accepts(under.device())).toBe(true)
    })

    test('reports a message as one for later when the connection is refused', async () => {
      const device = under.device()
      await under.goAway()
      // Until the last connection is known to have closed, it is unknown what was sent on it.
      await sleep(50)
      expect(await under.service.send(device, EXAMPLE_MESSAGE)).toMatchObject({ kind: 'later' })
    })
  })
}

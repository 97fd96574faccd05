import { expect, test } from 'vitest'
import type { PushMessage, PushService } from '#server/adapters/push/push.ts'
import { HOSTILE_LINKS } from '#test/hostile-links/hostile-links.ts'
import { sendDelivery } from './send-delivery.ts'

const now = new Date('2026-11-22T10:00:00Z')
const origin = 'https://shop.example'

/** The message that the device receives for such a row. */
async function sentFor(row: { title?: string; body?: string; url: string | null }): Promise<PushMessage | undefined> {
  const sent: PushMessage[] = []
  const webpush: PushService = {
    accepts: () => true,
    send: async (_, message) => {
      sent.push(message)
      return { kind: 'delivered' }
    },
    close: () => undefined,
  }
  const text = { type: 'promotions', title: 'Berries', body: 'Today only', language: 'en', ...row } as const
  const device = {
    device_id: 1,
    platform: 'webpush',
    address: 'https://push.example/1',
    p256dh: 'key',
    auth: 'auth',
  } as const
  const delivery = {
    id: 1,
    notification_id: 1,
    tries: 0,
    expires_at: new Date('2026-11-23T10:00:00Z'),
    ...text,
    ...device,
  }
  await sendDelivery(delivery, { services: { publicKey: 'key', webpush, apns: undefined }, origin, now })
  return sent[0]
}

/** The target of the notification of a row with this link. */
const ledTo = async (url: string | null): Promise<string | undefined> => (await sentFor({ url }))?.navigate

test('bidirectional control characters are removed from a notification', async () => {
  const sent = await sentFor({ title: 'Marjat\u202E', body: '\u2067Tänään\u2069 vain', url: null })
  expect(sent).toMatchObject({ title: 'Marjat', body: 'Tänään vain' })
})

test('a notification links to a page of the shop, to an external https address, or to the front page', async () => {
  expect(await ledTo('/preorders/1001')).toBe(`${origin}/preorders/1001`)
  expect(await ledTo('https://farm.example/berries')).toBe('https://farm.example/berries')
  expect(await ledTo(null)).toBe(`${origin}/`)
})

test('a notification with a hostile link links to the front page', async () => {
  for (const link of HOSTILE_LINKS) expect(await ledTo(link)).toBe(`${origin}/`)
})

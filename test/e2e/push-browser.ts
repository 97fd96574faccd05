import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { openPushService, type Browser, type TestPushService } from '#test/push/push-service.ts'
import { RunningShop } from './running-shop.ts'
import { test as base } from './test.ts'

/** A local push service, and a shop that sends to it. */
export const test = base.extend<object, { pushService: TestPushService }>({
  pushService: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs out of a pattern
    async ({}, provide) => {
      const service = await openPushService()
      await provide(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ pushService }, provide) => {
      const dir = mkdtempSync(join(tmpdir(), 'puoti-push-'))
      const certificate = join(dir, 'push-service.pem')
      writeFileSync(certificate, pushService.cert)
      const shop = await RunningShop.open({
        PUOTI_PUSH_SERVICES: pushService.origin,
        NODE_EXTRA_CA_CERTS: certificate,
      })
      await provide(shop)
      await shop.close()
      rmSync(dir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/**
 * A browser without a network can't subscribe anywhere: this one gets a subscription at the test's push service, with real keys.
 * Everything else is the browser's own.
 */
export async function subscribeAt(context: BrowserContext, { endpoint, keys }: Browser): Promise<void> {
  await context.addInitScript(`{
    const KEY = 'subscribed-with'
    const bytesOf = text => Uint8Array.from(text.split(',').map(Number)).buffer
    const made = key => ({
      endpoint: ${JSON.stringify(endpoint)},
      options: { userVisibleOnly: true, applicationServerKey: bytesOf(key) },
      toJSON: () => ({ endpoint: ${JSON.stringify(endpoint)}, keys: ${JSON.stringify(keys)} }),
      unsubscribe: async () => { localStorage.removeItem(KEY); return true },
    })
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      localStorage.setItem(KEY, [...new Uint8Array(applicationServerKey)].join(','))
      return made(localStorage.getItem(KEY))
    }
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem(KEY) === null ? null : made(localStorage.getItem(KEY))
  }`)
}

/** The key with which the page has subscribed, base64url; empty when it has not. */
export async function subscribedKey(page: Page): Promise<string> {
  const bytes = await page.evaluate<string | null>(`localStorage.getItem('subscribed-with')`)
  return bytes === null ? '' : Buffer.from(bytes.split(',').map(Number)).toString('base64url')
}

/** As if the page had subscribed when the shop had another key. */
export const forgeKey = (page: Page) => page.evaluate<void>(`localStorage.setItem('subscribed-with', '4,1,2')`)

/** Delivers a decrypted push message to the page's worker, as the browser would. */
export async function deliverPush(page: Page, payload: unknown): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const { origin } = new URL(page.url())
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(payload) })
  await devtools.detach()
}

export type Shown = { title: string; body: string; lang: string; data: { link?: string } }

/** The shop's notifications that the phone shows. */
export const shownNotifications = (page: Page): Promise<Shown[]> =>
  page.evaluate<Shown[]>(`navigator.serviceWorker.ready.then(async registration =>
    (await registration.getNotifications()).map(({ title, body, lang, data }) => ({ title, body, lang, data })))`)

/** The worker, once it is ready. */
export async function getWorker(page: Page) {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  return page.context().serviceWorkers()[0]!
}

/**
 * Presses the only notification. That is impossible from outside, so the worker receives the event that the browser would send.
 */
export async function pressNotification(page: Page): Promise<void> {
  const worker = await getWorker(page)
  await worker.evaluate(`registration.getNotifications().then(([notification]) =>
    void self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`)
}

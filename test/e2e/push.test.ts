import type { BrowserContextOptions } from '@playwright/test'
import { HOSTILE_LINKS } from '#test/hostile-links/hostile-links.ts'
import type { Browser, TestPushService } from '#test/push/push-service.ts'
import { overflow } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessible } from './expect-accessible.ts'
import { clippedControls, smallTargets } from './layout.ts'
import { notice } from './notices.ts'
import { signUp } from './people.ts'
import {
  deliverPush,
  forgeKey,
  pressNotification,
  shownNotifications,
  subscribeAt,
  subscribedKey,
  test,
  getWorker,
} from './push-browser.ts'
import type { RunningShop } from './running-shop.ts'
import { type BrowserContext, expect, type Page, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const REASON = 'it needs a full browser and its own shop; push-channel.test.ts sends before each merge'

test.use({ serviceWorkers: 'allow' })

const fi = textsIn('fi')

async function expectAccessibleLayout(page: Page): Promise<void> {
  await expectAccessible(page)
  await expect.poll(() => clippedControls(page)).toEqual([])
  await expect.poll(() => smallTargets(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}

async function openAccount(page: Page) {
  await page.getByRole('button', { name: fi('shell.accountButton') }).click()
  const form = page.getByRole('form', { name: fi('subscriptions.title') })
  await expect(form).toBeVisible()
  return {
    form,
    promotions: form.getByRole('checkbox', { name: fi('subscriptions.types.promotions') }),
    save: form.getByRole('button', { name: fi('subscriptions.save') }),
  }
}

const LINK = '/basket?from=message'

/** What was pushed to this phone. */
const received = ({ received: messages }: TestPushService, phone: Browser) =>
  messages.filter(({ device }) => device === phone.id)

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test(
    'an admin writes a promotion in two languages by keyboard, and sees how many devices it reaches',
    fullTier(REASON, '@whole'),
    async ({ page: office, context, shop, pushService, openBrowser }) => {
      const phone = pushService.subscribe()
      const { api } = await signUp(await openBrowser(), shop, { language: 'fi' })
      const keys = { publicKey: phone.keys.p256dh, authToken: phone.keys.auth, contentEncoding: 'aes128gcm' }
      const promotions = { messageTypes: ['promotions'], language: 'fi', endpoint: phone.endpoint }
      await api.request('POST subscriptions/webpush', { ...promotions, ...keys })
      await signUpAdmin(context, shop)
      await office.goto('/messages')
      await office.getByRole('link', { name: 'New message' }).first().press('Enter')
      const link = office.getByRole('textbox', { name: 'Link (URL)' })
      await link.press('Control+s')
      await expect(office.getByText('URL is required')).toHaveCount(2)
      await link.fill('javascript:alert(1)')
      await expect(office.getByText('Invalid URL').first()).toBeVisible()
      await link.fill(LINK)
      await office.getByRole('textbox', { name: 'Title' }).fill('Mansikoita')
      await office.getByRole('tab', { name: 'Svenska' }).click()
      await office.getByRole('textbox', { name: 'Title' }).fill('Jordgubbar')
      await office.getByRole('textbox', { name: 'Message text' }).fill('Bara i dag.')
      await expect(office.getByText('Suomi: reaches 1 device now.')).toBeVisible()
      await expect(office.getByText('Svenska: reaches 0 devices now.')).toBeVisible()
      await expect(office.getByText('English: no text, sent to no one.')).toBeVisible()
      // What is missing in a hidden tab is named with its language, and found there.
      await office.keyboard.press('Control+s')
      await office.getByRole('button', { name: /^Message text \(Suomi\)/ }).click()
      await expect(office.getByRole('textbox', { name: 'Title' })).toHaveValue('Mansikoita')
      await office.getByRole('textbox', { name: 'Message text' }).fill('Vain tänään: "5 €" <litra>.')
      await expectAccessibleLayout(office)
      await office.keyboard.press('Control+s')
      const dialog = office.getByRole('alertdialog', { name: 'Send the message now?' })
      await expect(dialog).toContainText(
        'Suomi: reaches 1 device now. Svenska: reaches 0 devices now. English: no text',
      )
      await expectAccessibleLayout(office)
      await dialog.getByRole('button', { name: 'Send', exact: true }).press('Enter')
      await expect(notice(office, 'The message is on its way')).toBeVisible()
      await expect(office).toHaveURL('/messages')
      // One row for both languages; its text is the one in the reader's language, or else in the shop's first.
      const row = office.getByRole('row', { name: /Mansikoita/ })
      await expect(row).toContainText('Delivered 1, failed 0, of 1')
      await expect(row).toContainText('Suomi, Svenska')
      await expect(office.getByRole('row', { name: /Jordgubbar/ })).toHaveCount(0)
      await expectAccessibleLayout(office)

      await expect.poll(() => received(pushService, phone)).toMatchObject([{ wrong: undefined }])
      await api.request('DELETE subscriptions/webpush', { endpoint: phone.endpoint })
    },
  )
})

type SubscribeInput = { page: Page; context: BrowserContext; shop: RunningShop; pushService: TestPushService }

/** A shopper of whom this page has subscribed to promotions, in Finnish. */
async function subscribe({ page, context, shop, pushService }: SubscribeInput) {
  const phone = pushService.subscribe()
  await subscribeAt(context, phone)
  await context.grantPermissions(['notifications'], { origin: shop.origin })
  const { api } = await signUp(context, shop, { language: 'fi' })
  await page.goto('/home')
  await getWorker(page)
  const account = await openAccount(page)
  await expect(account.save).toBeDisabled()
  await account.promotions.check()
  await account.save.press('Enter')
  await expect(notice(page, fi('subscriptions.subscribed'))).toBeVisible()
  return { phone, api }
}

test(
  'a shopper subscribes to promotions, and the phone shows one and opens its link',
  fullTier(REASON, '@whole'),
  async ({ page, context, shop, pushService, openBrowser }) => {
    const { phone, api: shopperApi } = await subscribe({ page, context, shop, pushService })
    await expectAccessibleLayout(page)
    const { api } = await signUpAdmin(await openBrowser(), shop)
    const fiText = { title: 'Mansikoita', text: 'Vain tänään: "5 €" <litra>.' }
    await api.request('POST admin/messages', { key: phone.id, texts: { fi: fiText }, url: LINK, send_at: null })
    await expect
      .poll(() => received(pushService, phone))
      .toMatchObject([{ wrong: undefined, publicKey: await subscribedKey(page) }])
    await page.keyboard.press('Escape')
    await deliverPush(page, received(pushService, phone)[0]?.payload)
    await expect
      .poll(() => shownNotifications(page))
      .toEqual([
        {
          title: 'Mansikoita',
          body: 'Vain tänään: "5 €" <litra>.',
          lang: 'fi',
          data: { link: `${shop.origin}${LINK}` },
        },
      ])
    await pressNotification(page)
    await expect(page).toHaveURL(LINK)
    await expect(page.getByRole('heading', { name: fi('basket.title'), exact: true })).toBeVisible()
    await expect.poll(() => shownNotifications(page)).toEqual([])
    await shopperApi.request('DELETE subscriptions/webpush', { endpoint: phone.endpoint })
  },
)

test(
  'a subscription is renewed by a reload, and ends with an empty choice or the session',
  fullTier(REASON, '@whole'),
  async ({ page, context, shop, pushService }) => {
    await subscribe({ page, context, shop, pushService })
    // The shop has another key by now.
    const key = await subscribedKey(page)
    await forgeKey(page)
    await page.reload()
    const again = await openAccount(page)
    await expect(again.promotions).toBeChecked()
    await expect.poll(() => subscribedKey(page)).toBe(key)
    await again.promotions.uncheck()
    await again.save.click()
    await expect(notice(page, fi('subscriptions.unsubscribed'))).toBeVisible()
    await expect(again.save).toBeDisabled()
    expect(await shop.query('SELECT id FROM push_device')).toEqual([])
    expect(await subscribedKey(page)).toBe('')

    // Logging out ends it too.
    await again.promotions.check()
    await again.save.click()
    await expect(notice(page, fi('subscriptions.subscribed'))).toBeVisible()
    expect(await shop.query('SELECT id FROM push_device')).toHaveLength(1)
    await page.getByRole('button', { name: fi('shell.logout') }).click()
    await expect(page.getByRole('textbox', { name: fi('login.email') })).toBeVisible()
    await expect.poll(() => subscribedKey(page)).toBe('')
    expect(await shop.query('SELECT id FROM push_device')).toEqual([])
  },
)

test(
  'a pressed notification opens the shop instead of a hostile link',
  fullTier(REASON, '@whole'),
  async ({ page, context, shop }) => {
    await context.grantPermissions(['notifications'], { origin: shop.origin })
    await signUp(context, shop)
    await page.goto('/home')
    const worker = await getWorker(page)
    const opened = await worker.evaluate<string[]>(`(async () => {
      const urls = []
      clients.matchAll = async () => []
      clients.openWindow = async url => void urls.push(url)
      for (const [at, link] of ${JSON.stringify(HOSTILE_LINKS)}.entries()) {
        // One of its own for each: pressing one closes it in its own time.
        const tag = 'hostile ' + at
        await registration.showNotification('Hostile', { data: { link }, tag })
        let [notification] = await registration.getNotifications({ tag })
        while (!notification) [notification] = await registration.getNotifications({ tag })
        dispatchEvent(new NotificationEvent('notificationclick', { notification }))
      }
      await new Promise(resolve => setTimeout(resolve, 500))
      return urls
    })()`)
    expect(opened).toHaveLength(HOSTILE_LINKS.length)
    expect(new Set(opened)).toEqual(new Set([`${shop.origin}/`]))
  },
)

type OpenBrowser = (options?: BrowserContextOptions) => Promise<BrowserContext>

/** Opens the account of a new shopper in browsers in which this script runs first. */
const accountOpener =
  (shop: RunningShop, openBrowser: OpenBrowser) =>
  async (setUp: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const other = await openBrowser({ ...options, serviceWorkers: 'block' })
    await other.addInitScript(setUp)
    await signUp(other, shop)
    const there = await other.newPage()
    await there.goto('/home')
    await there.getByRole('button', { name: 'Account' }).click()
    return there
  }

test(
  'each browser shows which notifications it supports, and why not',
  fullTier(REASON, '@whole'),
  async ({ shop, openBrowser }) => {
    const open = accountOpener(shop, openBrowser)
    const without = await open('delete window.PushManager')
    await expect(without.getByText('The web browser does not support notifications.')).toBeVisible()
    const blocked = await open(`
      window.isBlocked = true
      Object.defineProperty(Notification, 'permission', { get: () => (isBlocked ? 'denied' : 'default') })`)
    await expect(blocked.getByText('Notifications are blocked.')).toBeVisible()
    await expect(
      blocked.getByText('To allow them again, press the icon next to the address', { exact: false }),
    ).toBeVisible()
    const check = blocked.getByRole('button', { name: 'Check again' })
    await check.press('Enter')
    await expect(blocked.getByText('Notifications are still blocked here.')).toBeVisible()
    await expectAccessibleLayout(blocked)
    await blocked.evaluate('isBlocked = false')
    await check.press('Enter')
    await expect(blocked.getByRole('heading', { name: 'Notifications on this device' })).toBeFocused()
    await expect(blocked.getByRole('checkbox', { name: 'Promotions' })).toBeVisible()
    const iphone = await open('delete window.PushManager', {
      userAgent:
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    })
    // The specification's warning comes first, then the way to receive them.
    await expect(iphone.getByRole('alert')).toHaveText('The web browser does not support notifications.')
    const form = iphone.getByRole('region', { name: 'Notifications on this device' })
    await expect(form).toHaveText(
      /does not support notifications\..*Home Screen\. Add it there first\..*Add to Home Screen$/s,
    )
    await iphone.getByRole('button', { name: 'Add to Home Screen' }).press('Enter')
    await expect(iphone.getByRole('dialog', { name: 'Add to the Home Screen' }).getByRole('listitem')).toHaveCount(3)
    await expectAccessibleLayout(iphone)
  },
)

test(
  'the iOS app sends its token, and one that never responds can be asked again',
  fullTier(REASON, '@whole'),
  async ({ shop, openBrowser }) => {
    const open = accountOpener(shop, openBrowser)
    const stubAnswers = (answers: object) => `
      if (origin !== 'null') document.cookie = 'app-platform=iOS App Store; path=/'
      delete window.PushManager
      const answers = ${JSON.stringify(answers)}
      window.webkit = { messageHandlers: Object.fromEntries(Object.keys(answers).map(name => [name, {
        postMessage: () => answers[name] && setTimeout(() => dispatchEvent(new CustomEvent(name, { detail: answers[name] }))),
      }])) }`
    const save = async (there: Page) => {
      await there.getByRole('checkbox', { name: 'Notifications' }).check()
      await there.getByRole('button', { name: 'Save notification settings' }).click()
    }
    const silent = await open(stubAnswers({ 'push-permission-state': 'authorized', 'push-token': '' }))
    await save(silent)
    const app = await open(
      stubAnswers({
        'push-permission-state': 'notDetermined',
        'push-permission-request': 'granted',
        'push-token': `token:${'a'.repeat(60)}`,
      }),
    )
    const sent = app.waitForRequest(
      request =>
        request.url().includes('/api/subscriptions/apns') &&
        request.method() === 'POST' &&
        !request.url().includes('find'),
    )
    await save(app)
    expect((await sent).postDataJSON()).toEqual({
      messageTypes: ['notifications'],
      language: 'en',
      token: `token:${'a'.repeat(60)}`,
    })
    // This shop has no Firebase key.
    await expect(notice(app, 'An error occurred during the notification update')).toBeVisible()
    await expect(notice(silent, 'An error occurred during the notification update')).toBeVisible()
    await expect(silent.getByRole('button', { name: 'Save notification settings' })).toBeEnabled()
  },
)

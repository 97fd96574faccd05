import { expect } from '@playwright/test'
import { getEan } from './goods.ts'
import { leaveInDoubt } from './order-mutations.ts'
import { signUp, TEIJO } from './people.ts'
import type { Screen, Visit } from './screen-list.ts'
import { openDoor, turnLock } from './screens-of-doors.ts'
import { unlockTeijo } from './teijo-lock.ts'

const AN_IPHONE = `Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1' })`
const IN_THE_APP = `if (origin !== 'null') document.cookie = 'app-platform=iOS App Store; path=/'`
const WITHOUT_PUSH = 'delete window.PushManager'
const BLOCKED = `Object.defineProperty(Notification, 'permission', { get: () => 'denied' })`

/** The account's popover in a browser with these conditions. */
async function openAccount(visit: Visit, ...facts: string[]): Promise<void> {
  const { page, context, shop, language, t } = visit
  for (const fact of facts) await page.addInitScript(fact)
  await signUp(context, shop, { language })
  await page.goto('/home')
  await page.getByRole('button', { name: t('shell.accountButton') }).click()
  await expect(page.getByRole('heading', { name: t('subscriptions.title') })).toBeVisible()
}

const title = ({ page, t }: Visit, view: string) => page.getByRole('heading', { name: t(`door.titles.${view}`) })
const leave = ({ shop }: Visit) => unlockTeijo(shop)

const DOOR_STATES: readonly Screen[] = [
  {
    name: 'door-code-large',
    leave,
    async open(visit) {
      await turnLock(visit.shop)
      await openDoor(visit)
      await visit.page.getByRole('button', { name: visit.t('door.enlarge') }).click()
      await expect(visit.page.getByRole('timer').last()).toBeVisible()
    },
  },
  {
    name: 'door-code-waiting',
    leave,
    async open(visit) {
      await turnLock(visit.shop)
      await visit.page.route('**/api/door-code*', () => new Promise(() => undefined))
      await openDoor(visit)
      await expect(title(visit, 'waiting')).toBeVisible()
    },
  },
  {
    name: 'door-code-ended',
    leave,
    async open(visit) {
      await turnLock(visit.shop)
      await visit.page.clock.install()
      await openDoor(visit)
      await expect(title(visit, 'shown')).toBeVisible()
      // The server's clock does not move: the next response would set the page's clock back.
      await visit.page.route('**/api/recalls*', () => new Promise(() => undefined))
      await visit.page.clock.fastForward('15:00')
      await expect(title(visit, 'ended')).toBeVisible()
    },
  },
  {
    name: 'door-code-closed',
    async leave({ shop }) {
      await shop.query('UPDATE store SET always_open = true WHERE name = $1', [TEIJO])
      await shop.query('DELETE FROM store_hours WHERE store_id = (SELECT id FROM store WHERE name = $1)', [TEIJO])
      await unlockTeijo(shop)
    },
    async open(visit) {
      const { shop } = visit
      await turnLock(shop)
      await shop.query('UPDATE store SET always_open = false WHERE name = $1', [TEIJO])
      await shop.query(
        `INSERT INTO store_hours (store_id, weekday, opens_at, closes_at)
        SELECT id, weekday, '17:00', '21:00' FROM store, generate_series(1, 7) AS weekday WHERE name = $1
        ON CONFLICT (store_id, weekday) DO UPDATE SET opens_at = excluded.opens_at, closes_at = excluded.closes_at`,
        [TEIJO],
      )
      await openDoor(visit)
      await expect(title(visit, 'closed')).toBeVisible()
    },
  },
]

const ACCOUNT_STATES: readonly Screen[] = [
  {
    name: 'account-subscribed',
    isOpenedInEach: true,
    async open(visit) {
      const { page, language, t } = visit
      const json = { messageTypes: ['notifications', 'promotions'], language }
      await page.route('**/api/subscriptions/apns/find*', route => route.fulfill({ json }))
      await openAccount(visit, IN_THE_APP)
      await expect(page.getByRole('checkbox', { name: t('subscriptions.types.promotions') })).toBeChecked()
    },
  },
  {
    name: 'account-blocked',
    async open(visit) {
      await openAccount(visit, BLOCKED)
      await visit.page.getByRole('button', { name: visit.t('subscriptions.check') }).scrollIntoViewIfNeeded()
    },
  },
  { name: 'account-unsupported', open: visit => openAccount(visit, WITHOUT_PUSH) },
  {
    name: 'account-iphone',
    only: 'phone',
    open: visit => openAccount(visit, WITHOUT_PUSH, AN_IPHONE),
  },
  {
    name: 'account-iphone-guide',
    only: 'phone',
    async open(visit) {
      await openAccount(visit, WITHOUT_PUSH, AN_IPHONE)
      await visit.page
        .getByRole('button', { name: visit.t('install.acceptOnIphone') })
        .last()
        .click()
      await expect(visit.page.getByRole('dialog', { name: visit.t('install.guideTitle') })).toBeVisible()
    },
  },
]

/** States of screens that are pictured in few looks, and tested together with what leads to them. */
export const REACH_STATES: readonly Screen[] = [
  ...DOOR_STATES,
  ...ACCOUNT_STATES,
  {
    name: 'my-removal-hindered',
    async open({ page, context, shop, language, t }) {
      const shopper = await signUp(context, shop, { language })
      await leaveInDoubt(shopper, shop, [{ code: getEan('light-milk'), quantity: 1 }])
      await page.goto('/removal')
      await expect(page.getByText(t('removal.hindered'))).toBeVisible()
    },
  },
]

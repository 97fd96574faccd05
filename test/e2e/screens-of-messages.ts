import { expect } from '@playwright/test'
import { enterOffice, openPage } from './office-visit.ts'
import type { RunningShop } from './running-shop.ts'
import type { Screen, Visit } from './screen-list.ts'

const [ENGLISH, FINNISH] = [1001, 1002]
const HISTORY = [
  [
    'Strawberries from Kylä farm',
    'Picked this morning, 4.90 € a litre. As long as they last.',
    ENGLISH,
    'sent',
    212,
    '-2 days',
  ],
  ['Uutta perunaa', 'Varhaisperunaa Mathildedalista. Tervetuloa!', FINNISH, 'sent', 1840, '-1 days'],
  ['Midsummer hours', 'The shops are open all night on Midsummer Eve.', ENGLISH, 'scheduled', null, '3 days'],
  ['Joulukinkut', 'Ennakkotilaus päättyy sunnuntaina.', FINNISH, 'cancelled', null, '-3 days'],
] as const

/** A message whose deliveries stay in progress. */
async function writeSending(shop: RunningShop, admin: string): Promise<void> {
  await shop.query(
    `WITH made AS (
      INSERT INTO message (client_key, content_sha256, language_id, title, text, url, state, send_at, sent_at, devices, user_id,
        created_at)
      SELECT md5($1), '', $2, $1, 'From the oven at eight.', '/home', 'sent', now(), now(), 40, id, now()
      FROM app_user WHERE email = $3 RETURNING *),
    notification AS (
      INSERT INTO push_notification (type, language_id, title, body, url, message_id, expires_at, delivered_count)
      SELECT 'promotions', language_id, title, text, url, id, now() + interval '1 day', 25 FROM made RETURNING id)
    INSERT INTO outbox_message (kind, notification_id, due_at)
    SELECT 'push', id, now() + interval '1 day' FROM notification, generate_series(1, 15)`,
    ['Rye bread', ENGLISH, admin],
  )
}

const written = new WeakMap<RunningShop, Promise<void>>()

/** Messages sent some days ago, a scheduled one, and a cancelled one. */
async function writeHistory(shop: RunningShop, admin: string): Promise<void> {
  for (const [title, text, language, state, devices, when] of HISTORY) {
    await shop.query(
      `WITH made AS (
        INSERT INTO message (client_key, content_sha256, language_id, title, text, url, state, send_at, sent_at, cancelled_at,
          devices, user_id, created_at)
        SELECT md5($1), '', $3, $1, $2, '/home', $4, now() + $6::interval,
          CASE $4 WHEN 'sent' THEN now() + $6::interval END, CASE $4 WHEN 'cancelled' THEN now() + $6::interval END,
          $5::integer, id, now() - interval '4 days'
        FROM app_user WHERE email = $7 RETURNING *)
      INSERT INTO push_notification (type, language_id, title, body, url, message_id, expires_at, delivered_count, failed_count)
      SELECT 'promotions', language_id, title, text, url, id, now(), devices - 9, 9 FROM made WHERE state = 'sent'`,
      [title, text, language, state, devices, when, admin],
    )
  }
  await writeSending(shop, admin)
}

async function openMessages(visit: Visit, path: string): Promise<void> {
  const { email } = await enterOffice(visit)
  const history = written.get(visit.shop) ?? writeHistory(visit.shop, email)
  written.set(visit.shop, history)
  await history
  await openPage(visit, path)
}

const field = ({ page }: Visit, name: string) => page.locator(`form [name="${name}"]`)

/** The admins' messages to subscribers of promotions. */
export const MESSAGE_SCREENS: readonly Screen[] = [
  {
    name: 'admin-messages',
    async open(visit) {
      await openMessages(visit, '/messages')
      await expect(visit.page.getByText('Midsummer hours', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'admin-message',
    async open(visit) {
      await openMessages(visit, '/messages/create')
      await field(visit, 'title.fi').fill('Uutta perunaa')
      await field(visit, 'text.fi').fill('Varhaisperunaa Mathildedalista.\nNiin kauan kuin riittää!')
      await visit.page.getByRole('tab', { name: 'English' }).click()
      await field(visit, 'title.en').fill('New potatoes')
      await field(visit, 'text.en').fill('Early potatoes from Mathildedal.\nAs long as they last!')
      await field(visit, 'url').fill('/home')
      await field(visit, 'when').selectOption('later')
      await expect(visit.page.getByText('English', { exact: false }).last()).toBeVisible()
    },
  },
]

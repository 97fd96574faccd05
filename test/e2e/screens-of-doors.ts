import { expect } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { openPage } from './office-visit.ts'
import { KIRJAKKALA, MATHILDEDAL, signUp, TEIJO } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import type { Screen, Visit } from './screen-list.ts'
import { lockTeijo, unlockTeijo } from './teijo-lock.ts'

/** Opens the dialog of a shopper at the door of a store that never closes. */
export async function openDoor({ page, context, shop, language, t }: Visit): Promise<void> {
  await signUp(context, shop, { language, store: TEIJO })
  await page.goto('/home')
  await page.getByRole('button', { name: t('door.open'), exact: true }).click()
}

/** Configures the store's lock as one whose codes rotate with the clock. */
export const turnLock = (shop: RunningShop) =>
  shop.query(`UPDATE store SET lock_provider = 'rotating' WHERE name = $1`, [TEIJO])

const heading = ({ page, t }: Visit, view: string) => page.getByRole('heading', { name: t(`door.titles.${view}`) })

const leave = ({ shop }: Visit) => unlockTeijo(shop)

/** The shopper's dialog at the door. */
export const DOOR_SCREENS: readonly Screen[] = [
  {
    name: 'door-code',
    leave,
    async open(visit) {
      await turnLock(visit.shop)
      await openDoor(visit)
      await expect(heading(visit, 'shown')).toBeVisible()
    },
  },
  {
    name: 'door-code-failed',
    leave,
    async open(visit) {
      // The configured lock's API does not respond.
      const { shop } = visit
      const clocks = await shop.query<{ id: number; time_zone: string }>('SELECT id, time_zone FROM store')
      await lockTeijo((await signUpAdmin(visit.context, shop)).api)
      for (const { id, time_zone } of clocks)
        await shop.query('UPDATE store SET time_zone = $2 WHERE id = $1', [id, time_zone])
      await openDoor(visit)
      await expect(heading(visit, 'failed')).toBeVisible()
      await expect(visit.page.getByRole('dialog').getByRole('link').first()).toBeVisible()
    },
  },
]

const VISITORS = [
  ['aino.salo', MATHILDEDAL, 4],
  ['b.lindqvist', TEIJO, 19],
  ['kalle', MATHILDEDAL, 27],
  ['maija.merikanto', KIRJAKKALA, 41],
  ['perhe.virtanen', MATHILDEDAL, 58],
  ['s.bergstrom', TEIJO, 77],
] as const

/** Adds visits one after the other; when called again, adds no new visitors. */
async function letVisit(shop: RunningShop): Promise<void> {
  for (const [at, [name, store, minutesAgo]] of VISITORS.entries())
    await shop.query(
      `WITH come AS (
        INSERT INTO app_user (email, language_id, phone, is_verified, last_login_at)
        VALUES ($1, 1002, $2, true, now()) ON CONFLICT DO NOTHING RETURNING id)
      INSERT INTO visit (store_id, user_id, began_by, created_at, last_at)
      SELECT store.id, come.id, 'door', now() - $4 * interval '1 minute', now() - $4 * interval '1 minute' FROM come, store WHERE store.name = $3`,
      [`${name}@example.fi`, `+35840555010${at}`, store, minutesAgo],
    )
}

export const VISIT_SCREENS: readonly Screen[] = [
  {
    name: 'admin-visits',
    async open(visit) {
      await letVisit(visit.shop)
      await openPage(visit, '/visitors-log')
      await expect(visit.page.getByText('@example.fi').first()).toBeVisible()
    },
  },
]

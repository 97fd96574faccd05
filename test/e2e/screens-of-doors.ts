import { expect } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { openPage } from './office-visit.ts'
import { signUp, TEIJO } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import type { Screen, Visit } from './screen-list.ts'
import { lockTeijo, unlockTeijo } from './teijo-lock.ts'

/** The dialog of a shopper at the door of a store that never closes. */
export async function openDoor({ page, context, shop, language, t }: Visit): Promise<void> {
  await signUp(context, shop, { language, store: TEIJO })
  await page.goto('/home')
  await page.getByRole('button', { name: t('door.open'), exact: true }).click()
}

/** Gives the store a lock whose codes turn with the clock. */
export const turnLock = (shop: RunningShop) =>
  shop.query(`UPDATE store SET lock_provider = 'rotating' WHERE name = $1`, [TEIJO])

const heading = ({ page, t }: Visit, view: string) => page.getByRole('heading', { name: t(`door.titles.${view}`) })

const leave = ({ shop }: Visit) => unlockTeijo(shop)

/** A shopper at the door, and who was there. */
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
      // Nobody answers where the lock is asked.
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

export const VISIT_SCREENS: readonly Screen[] = [
  {
    name: 'admin-visits',
    async open(visit) {
      // One after the other, as people come.
      await visit.shop.query(
        `UPDATE visit SET created_at = now() - (SELECT max(id) - visit.id FROM visit AS newest) * interval '7 minutes'
        WHERE created_at > now() - interval '3 hours'`,
      )
      await openPage(visit, '/visitors-log')
      await expect(visit.page.getByText('@example.fi').first()).toBeVisible()
    },
  },
]

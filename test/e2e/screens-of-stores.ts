import { expect } from '@playwright/test'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { sellAllDay } from './day-of-sales.ts'
import { serveTiles } from './map-tiles.ts'
import { enterOffice, openPage } from './office-visit.ts'
import { KIRJAKKALA, newPerson, storeNamed } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import type { Screen, Visit } from './screen-list.ts'

const button = ({ page, t }: Visit, key: string) => page.getByRole('button', { name: t(key), exact: true })

async function openStore(visit: Visit): Promise<void> {
  await serveTiles(visit.context, () => true)
  const { api } = await enterOffice(visit)
  await openPage(visit, `/stores/${(await storeNamed(api, KIRJAKKALA)).id}/edit`)
  await expect(visit.page.getByRole('textbox', { name: visit.t('storeForm.fields.latitude') })).toBeVisible()
}

const CUSTOMER = 'maija.mehilainen@puoti.example'

/** Opens the page of a shopper. */
async function openUser(visit: Visit): Promise<void> {
  const { shop } = visit
  await shop.query(
    `INSERT INTO app_user (email, phone, is_verified, language_id) VALUES ($1, '+358401239876', true, 1002) ON CONFLICT DO NOTHING`,
    [CUSTOMER],
  )
  const [{ id } = { id: 0 }] = await shop.query<{ id: number }>('SELECT id FROM app_user WHERE email = $1', [CUSTOMER])
  await openPage(visit, `/users/${id}/edit`)
  await expect(visit.page.getByRole('heading', { level: 1, name: CUSTOMER })).toBeVisible()
}

/** Opens the list of people, among them a helper of one store. */
async function openPeople(visit: Visit): Promise<void> {
  await openUser(visit)
  await visit.shop.query(
    `INSERT INTO user_right (user_id, kind, store_id) SELECT app_user.id, 'helper', store.id FROM app_user, store
      WHERE email = $1 AND store.name = $2 ON CONFLICT DO NOTHING`,
    [CUSTOMER, KIRJAKKALA],
  )
  await openPage(visit, '/people')
  await expect(visit.page.getByText(CUSTOMER).first()).toBeVisible()
}

/** Opens the link of an invitation. */
async function openInvitation({ page, shop, language, t }: Visit): Promise<void> {
  const token = randomToken()
  await shop.query(
    `INSERT INTO invitation (email, language_id, rights, token_sha256, invited_by, created_at, expires_at)
      SELECT $1, 1001, jsonb_build_array(jsonb_build_object('kind', 'helper', 'storeId', store.id)), $2,
        (SELECT min(id) FROM app_user WHERE is_admin AND is_verified), now(), now() + interval '7 days'
      FROM store WHERE name = $3`,
    [newPerson().email, sha256(token), KIRJAKKALA],
  )
  await page.goto(`/invitations/${token}?lang=${language}`)
  await expect(page.getByRole('button', { name: t('invitation.accept') })).toBeVisible()
}

const sold = new WeakMap<RunningShop, Promise<void>>()

async function openDay(visit: Visit): Promise<void> {
  const { email } = await enterOffice(visit)
  const day = sold.get(visit.shop) ?? sellAllDay(visit.shop, email)
  sold.set(visit.shop, day)
  await day
  await openPage(visit, '/home')
  await expect(visit.page.getByText(visit.t('adminHome.salesToday'))).toBeVisible()
}

const setting = (section: string): Screen => ({
  name: `admin-settings-${section}`,
  open: async visit => {
    await openPage(visit, `/settings/${section}`)
    await expect(visit.page.getByRole('progressbar')).toHaveCount(0)
  },
})

/** The admin's home, stores, users and settings. */
export const STORE_SCREENS: readonly Screen[] = [
  { name: 'admin-home', open: openDay },
  {
    name: 'admin-stores',
    async open(visit) {
      await openPage(visit, '/stores')
      await expect(visit.page.getByRole('link', { name: KIRJAKKALA, exact: true })).toBeVisible()
    },
  },
  { name: 'admin-store', open: openStore },
  {
    name: 'admin-store-hours',
    async open(visit) {
      await visit.shop.query(
        `INSERT INTO store_hours_exception (store_id, date, opens_at, closes_at) SELECT id, CURRENT_DATE + 3, '10:00', '14:00' FROM store
          ON CONFLICT DO NOTHING`,
      )
      await openPage(visit, '/stores/hours')
      await button(visit, 'storeForm.addException').click()
    },
  },
  {
    name: 'admin-store-mistake',
    async open(visit) {
      await serveTiles(visit.context, () => true)
      await openPage(visit, '/stores/create')
      await visit.page.keyboard.press('Control+s')
      await expect(visit.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-terminal',
    async open(visit) {
      await openStore(visit)
      await button(visit, 'terminalPanel.add').click()
      await expect(visit.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-users',
    async open(visit) {
      await openPage(visit, '/users')
      await expect(visit.page.getByRole('searchbox')).toBeVisible()
    },
  },
  { name: 'admin-user', open: openUser },
  {
    name: 'admin-user-block',
    async open(visit) {
      await openUser(visit)
      await button(visit, 'users.block.button').click()
      await expect(visit.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  { name: 'admin-people', open: openPeople },
  {
    name: 'admin-people-rights',
    async open(visit) {
      await openPeople(visit)
      await visit.page.getByRole('button', { name: visit.t('people.changeOf', { email: CUSTOMER }) }).click()
      await visit.page.getByRole('checkbox', { name: visit.t('people.kinds.keeper') }).check()
      await button(visit, 'forms.save').click()
      await expect(visit.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'admin-people-invite',
    async open(visit) {
      await openPeople(visit)
      await button(visit, 'people.invite').click()
      await button(visit, 'people.sendInvitation').click()
      await expect(visit.page.getByRole('alert').first()).toBeVisible()
    },
  },
  {
    name: 'invitation',
    isOpenedInEach: true,
    open: openInvitation,
    leave: async ({ shop }) => void (await shop.query('DELETE FROM invitation')),
  },
  ...['operator', 'terms', 'privacy', 'cameras', 'vat', 'languages', 'barcodes', 'refunds', 'retention', 'health'].map(
    setting,
  ),
]

import type { Locator, Page } from '@playwright/test'
import { freePort } from '#test/free-port.ts'
import { runSimulator } from '#test/terminals/run-simulator.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { readGuideTask } from './guide-task.ts'
import { serveTiles } from './map-tiles.ts'
import { signUp } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('admin-stores.test.ts of the server saves stores before each merge')

/** A terminal on this machine, with a key that it refuses. */
async function fillConnection(dialog: Locator, { port, keyLabel }: { port: number; keyLabel: string }): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Host or IP address' }).fill('127.0.0.1')
  await dialog.getByRole('textbox', { name: 'Port' }).fill(String(port))
  await dialog.getByLabel(keyLabel).fill('not-the-key')
}

const degrees = async (page: Page, name: string) => Number(await page.getByRole('textbox', { name }).inputValue())

/** A published store that takes payments at terminals, and has none; returns its id. */
async function addStore(shop: RunningShop, name: string): Promise<number> {
  const [row] = await shop.query<{ id: number }>(
    `INSERT INTO store (name, address, latitude, longitude, published, payment_mode, always_open)
     VALUES ($1, 'Rantatie 1, 25660 Salo', 60.2, 23, true, 'terminal', true) RETURNING id`,
    [name],
  )
  return row?.id ?? 0
}

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test(
    'an admin creates a store with a location by keyboard, and removes it',
    FULL_TIER,
    async ({ page, context, shop }) => {
      await signUpAdmin(context, shop)
      const requestedTiles = await serveTiles(context, () => true)
      await page.goto('/stores')
      await page.getByRole('link', { name: 'New store' }).click()
      await page.getByRole('textbox', { name: 'Name' }).fill('Kioski')
      await page.getByRole('button', { name: 'Create' }).click()
      await page.getByRole('alert').getByRole('button', { name: 'Address: Mandatory field' }).click()
      await expect(page.getByRole('textbox', { name: 'Address' })).toBeFocused()
      await page.keyboard.type('Tehtaankatu 1')

      await page.getByRole('button', { name: 'Put the marker in the middle of the map' }).press('Enter')
      const marker = page.getByRole('button', { name: 'The store’s marker' })
      await marker.focus()
      const [latitude, longitude] = [await degrees(page, 'Latitude'), await degrees(page, 'Longitude')]
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Shift+ArrowRight')
      await expect.poll(() => degrees(page, 'Latitude')).toBeGreaterThan(latitude)
      await expect.poll(() => degrees(page, 'Longitude')).toBeGreaterThan(longitude)
      expect(requestedTiles.every(({ host }) => host === 'tile.openstreetmap.org')).toBe(true)
      expect(requestedTiles.length).toBeGreaterThan(0)
      await page.getByLabel('How shoppers pay').selectOption({ label: 'Payment terminal' })
      await expectAccessibleLayout(page)
      await page.getByRole('button', { name: 'Create' }).click()
      await expect(page).toHaveURL(/\/stores\/\d+\/edit$/)
      await expect(page.getByText('This store has no payment terminal in use')).toBeVisible()

      await page.keyboard.press('Control+k')
      await page.keyboard.type('kioski', { delay: 90 })
      await expect(page.getByRole('option', { name: /^Kioski/ })).toBeVisible()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Remove', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
      await expect(page).toHaveURL('/stores')
      await expect(page.getByRole('link', { name: 'Kioski', exact: true })).toHaveCount(0)
    },
  )

  test(
    'an admin adds a terminal to a store as the guide says, and corrects it until its test succeeds',
    FULL_TIER,
    async ({ page, context, shop }) => {
      test.slow()
      const { getByName, unused } = readGuideTask('getting-started', 'connect-the-payment-terminal')
      await signUpAdmin(context, shop)
      await serveTiles(context, () => true)
      const simulator = await runSimulator()
      try {
        const store = await addStore(shop, 'Satama')
        await page.goto('/stores')
        await expect(page.getByRole('heading', { level: 1, name: getByName('Stores') })).toBeVisible()
        await page.goto(`/stores/${store}/edit`)
        await expect(page.getByText('This store has no payment terminal in use')).toBeVisible()
        await expect(page.getByRole('heading', { name: getByName('Payment terminals') })).toBeVisible()
        const way = page.getByLabel(getByName('How shoppers pay'))
        await expect(way.locator('option:checked')).toHaveText(getByName('Payment terminal'))
        await page.getByRole('button', { name: getByName('Add a terminal') }).click()
        const dialog = page.getByRole('dialog', { name: 'Add a terminal' })
        const connection = dialog.getByLabel(getByName('Connection'))
        await expect(connection.getByRole('option', { name: getByName('Adyen, through the cloud') })).toBeAttached()
        await dialog.getByRole('textbox', { name: getByName('Name') }).fill('Pääte')
        await fillConnection(dialog, { port: await freePort(), keyLabel: getByName('API key') })
        await expectAccessibleLayout(page)
        await dialog.getByRole('button', { name: getByName('Save') }).click()
        await expect(page.getByText('This store has no payment terminal in use')).toHaveCount(0)
        const look = page.getByRole('button', { name: `${getByName('Test the terminal')} Pääte` })
        await look.click()
        await expect(page.getByText(/refuses the connection\. Check the port/)).toBeVisible()
        await expectAccessibleLayout(page)

        await page.getByRole('button', { name: 'Edit Pääte' }).click()
        const editing = page.getByRole('dialog', { name: 'Edit the terminal' })
        await expect(editing.getByRole('textbox', { name: 'Host or IP address' })).toHaveValue('127.0.0.1')
        await expect(editing.getByLabel('API key')).toHaveValue('')
        await editing.getByRole('textbox', { name: 'Port' }).fill(String(simulator.ready.terminals[0]?.port))
        await editing.getByRole('button', { name: 'Save' }).click()
        await expect(editing.getByText(/Enter it again/)).toBeVisible()
        await editing.getByLabel('API key').fill('not-the-key')
        await editing.getByRole('button', { name: 'Save' }).click()
        // A dialog hides what is behind it: the press waits until it has closed.
        await look.click()
        await expect(page.getByText('The terminal doesn’t accept the API key. Enter it again.')).toBeVisible()
        await page.getByRole('button', { name: 'Edit Pääte' }).click()
        await editing.getByLabel('API key').fill('simulated-api-key')
        await editing.getByRole('button', { name: 'Save' }).click()
        await expect(editing).toHaveCount(0)
        await look.click()
        await expect(page.getByText('The terminal responds and is ready for payments.')).toBeVisible()
        expect(unused()).toEqual([])
      } finally {
        await simulator.close()
      }
    },
  )
})

test(
  'a store with a pasted location, hours and a holiday is created',
  FULL_TIER,
  async ({ page, context, shop, faults }) => {
    faults.allow(/tile\.openstreetmap\.org/)
    const t = textsIn('fi')
    const name = (key: string) => ({ name: t(key) })
    await signUpAdmin(context, shop, { language: 'fi' })
    await serveTiles(context, () => false)
    await page.goto('/stores/create')
    await page.getByRole('textbox', name('storeForm.fields.name')).fill('Saaren puoti')
    await page.getByRole('textbox', name('storeForm.fields.address')).fill('Saarentie 3, 25660 Salo')
    await page.getByRole('textbox', name('storeForm.fields.latitude')).fill('60,1861, 22,9042')
    await expect(page.getByRole('textbox', name('storeForm.fields.latitude'))).toHaveValue('60.1861')
    await expect(page.getByRole('textbox', name('storeForm.fields.longitude'))).toHaveValue('22.9042')
    await expect(page.getByText(t('storeForm.mapFailed'))).toBeVisible()

    const preview = page.getByRole('region', name('storeForm.preview'))
    const monday = (key: string) => page.getByRole('textbox', { name: t(key, { day: 'Maanantai' }) })
    await monday('storeForm.opensOn').fill('18')
    await monday('storeForm.closesOn').fill('2.30')
    await page.getByRole('button', name('storeForm.copyMonday')).first().click()
    await expect(preview.getByText('18:00–02:30')).toHaveCount(8)
    await monday('storeForm.opensOn').fill('25')
    await monday('storeForm.opensOn').blur()
    await expect(page.getByText(t('storeForm.problems.time'))).toBeVisible()
    await monday('storeForm.opensOn').fill('18.00')

    const holidays = page.getByRole('group', name('storeForm.holidays')).first().getByRole('button')
    const [first = ''] = await holidays.allTextContents()
    await holidays.first().click()
    const exception = page.getByLabel(t('storeForm.date'), { exact: true })
    await expect(exception).toHaveCount(1)
    await expect(holidays.filter({ hasText: first })).toHaveCount(0)
    const [today] = await page.evaluate<string[]>(
      `[new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Helsinki' }).format()]`,
    )
    await exception.fill(today ?? '')
    await expect(preview.getByText(t('storeForm.exceptionMark'))).toBeVisible()
    await expect(preview.getByText(t('storeForm.closedDay'), { exact: true })).toBeVisible()
    await page.getByText(t('storeForm.fields.sells_age_restricted')).click()
    await expect(page.getByText(t('storeForm.ageWarning'))).toBeVisible()
    await page.getByText(t('storeForm.fields.published')).click()
    await expectAccessibleLayout(page)
    await page.getByRole('button', { name: t('forms.create'), exact: true }).click()
    await expect(page).toHaveURL(/\/stores\/\d+\/edit$/)
  },
)

test(
  'a published store is open to a shopper until it is archived',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const t = textsIn('fi')
    await signUpAdmin(context, shop, { language: 'fi' })
    await serveTiles(context, () => true)
    const id = await addStore(shop, 'Laiturin puoti')
    const other = await openBrowser()
    await signUp(other, shop, { language: 'fi', store: null })
    const phone = await other.newPage()
    await phone.goto('/home')
    await phone.getByRole('button', { name: /Laiturin puoti/ }).click()
    await expect(phone.getByRole('heading', { name: 'Laiturin puoti' })).toBeVisible()

    await page.goto(`/stores/${id}/edit`)
    await expect(page.getByText(t('storeForm.archiveReason'))).toBeVisible()
    await page.getByRole('button', { name: t('storeForm.archive'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('storeForm.archive') })
      .click()
    await expect(page.getByText(t('storeForm.archivedText'))).toBeVisible()
    await expectAccessibleLayout(page)
    await phone.reload()
    await expect(phone.getByRole('heading', { name: t('home.chooseStore') })).toBeVisible()
    await expect(phone.getByRole('button', { name: /Laiturin puoti/ })).toHaveCount(0)
    await page.goto('/stores?status=archived')
    await expect(page.getByRole('link', { name: 'Laiturin puoti', exact: true })).toBeVisible()
    await expectAccessibleLayout(page)
  },
)

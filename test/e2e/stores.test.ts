import type { Page } from '@playwright/test'
import { freePort } from '#test/free-port.ts'
import { runSimulator } from '#test/terminals/run-simulator.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectSound } from './expect-sound.ts'
import { serveTiles } from './map-tiles.ts'
import { signUp } from './people.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

const degrees = async (page: Page, name: string) => Number(await page.getByRole('textbox', { name }).inputValue())

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test(
    'an admin creates a store with a location by keyboard and a tested terminal, and removes it',
    { tag: '@full' },
    async ({ page, context, shop }) => {
      test.slow()
      await signUpAdmin(context, shop)
      const asked = await serveTiles(context, () => true)
      const simulator = await runSimulator()
      try {
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
        expect(asked.every(({ host }) => host === 'tile.openstreetmap.org')).toBe(true)
        expect(asked.length).toBeGreaterThan(0)
        await page.getByLabel('How shoppers pay').selectOption({ label: 'Payment terminal' })
        await expectSound(page)
        await page.getByRole('button', { name: 'Create' }).click()
        await expect(page).toHaveURL(/\/stores\/\d+\/edit$/)
        await expect(page.getByText('This store has no payment terminal in use')).toBeVisible()

        await page.getByRole('button', { name: 'Add a terminal' }).click()
        const dialog = page.getByRole('dialog', { name: 'Add a terminal' })
        await dialog.getByRole('textbox', { name: 'Name' }).fill('Pääte')
        await dialog.getByRole('textbox', { name: 'Host or IP address' }).fill('127.0.0.1')
        await dialog.getByRole('textbox', { name: 'Port' }).fill(String(await freePort()))
        await dialog.getByLabel('API key').fill('not-the-key')
        await expectSound(page)
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(dialog).toHaveCount(0)
        await expect(page.getByText('This store has no payment terminal in use')).toHaveCount(0)
        const look = page.getByRole('button', { name: 'Test the terminal Pääte' })
        await look.click()
        await expect(page.getByText(/refuses the connection\. Check the port/)).toBeVisible()
        await expectSound(page)

        await page.getByRole('button', { name: 'Edit Pääte' }).click()
        const editing = page.getByRole('dialog', { name: 'Edit the terminal' })
        await expect(editing.getByRole('textbox', { name: 'Host or IP address' })).toHaveValue('127.0.0.1')
        await expect(editing.getByLabel('API key')).toHaveValue('')
        await editing.getByRole('textbox', { name: 'Port' }).fill(String(simulator.ready.terminals[0]?.port))
        await editing.getByRole('button', { name: 'Save' }).click()
        await expect(editing.getByText(/Enter it again/)).toBeVisible()
        await editing.getByLabel('API key').fill('not-the-key')
        await editing.getByRole('button', { name: 'Save' }).click()
        await expect(editing).toHaveCount(0)
        await look.click()
        await expect(page.getByText('The terminal doesn’t accept the API key. Enter it again.')).toBeVisible()
        await page.getByRole('button', { name: 'Edit Pääte' }).click()
        await editing.getByLabel('API key').fill('simulated-api-key')
        await editing.getByRole('button', { name: 'Save' }).click()
        await expect(editing).toHaveCount(0)
        await look.click()
        await expect(page.getByText('The terminal responds and is ready for payments.')).toBeVisible()

        await page.keyboard.press('Control+k')
        await page.keyboard.type('kioski', { delay: 90 })
        await expect(page.getByRole('option', { name: /^Kioski/ })).toBeVisible()
        await page.keyboard.press('Escape')
        await page.getByRole('button', { name: 'Remove', exact: true }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
        await expect(page).toHaveURL('/stores')
        await expect(page.getByRole('link', { name: 'Kioski', exact: true })).toHaveCount(0)
      } finally {
        await simulator.close()
      }
    },
  )
})

test(
  'a store with a pasted location, hours and a holiday is published for a shopper, and archived',
  { tag: '@full' },
  async ({ page, context, shop, faults, openBrowser }) => {
    test.slow()
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
    await page.getByRole('button', name('storeForm.copyMonday')).click()
    await expect(preview.getByText('18:00–02:30')).toHaveCount(8)
    await monday('storeForm.opensOn').fill('25')
    await monday('storeForm.opensOn').blur()
    await expect(page.getByText(t('storeForm.problems.time'))).toBeVisible()
    await monday('storeForm.opensOn').fill('18.00')

    const holidays = page.getByRole('group', name('storeForm.holidays')).getByRole('button')
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
    await expectSound(page)
    await page.getByRole('button', { name: t('forms.create'), exact: true }).click()
    await expect(page).toHaveURL(/\/stores\/\d+\/edit$/)

    const other = await openBrowser()
    await signUp(other, shop, { language: 'fi', store: null })
    const phone = await other.newPage()
    await phone.goto('/home')
    await phone.getByRole('button', { name: /Saaren puoti/ }).click()
    await expect(phone.getByRole('heading', { name: 'Saaren puoti' })).toBeVisible()

    await page.reload()
    await expect(page.getByText(t('storeForm.whyArchive'))).toBeVisible()
    await page.getByRole('button', { name: t('storeForm.archive'), exact: true }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('storeForm.archive') })
      .click()
    await expect(page.getByText(t('storeForm.archivedText'))).toBeVisible()
    await expectSound(page)
    await phone.reload()
    await expect(phone.getByRole('heading', name('home.chooseStore'))).toBeVisible()
    await expect(phone.getByRole('button', { name: /Saaren puoti/ })).toHaveCount(0)
    await page.goto('/stores?status=archived')
    await expect(page.getByRole('link', { name: 'Saaren puoti', exact: true })).toBeVisible()
    await expectSound(page)
  },
)

import type { Page } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { signUp } from './people.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('suppliers.test.ts of the server saves suppliers before each merge')

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

test('a supplier is added, found, renamed by keyboard, and removed', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await page.goto('/suppliers')
  await page.getByRole('link', { name: 'New supplier' }).click()
  await expect(page).toHaveURL('/suppliers/create')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Kylän tila')
  await name.fill('')
  await name.blur()
  await expect(page.getByText('Mandatory field')).toBeVisible()
  await name.fill('Kylän tila')
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/suppliers\/\d+\/edit$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Kylän tila' })).toBeVisible()

  await page.goto('/suppliers')
  await page.getByRole('searchbox').fill('kylän tila')
  await expect(page).toHaveURL('/suppliers?q=kyl%C3%A4n+tila')
  await expect(page.getByText('1 supplier', { exact: true })).toBeVisible()
  await expectAccessibleLayout(page)
  await row(page, 'Kylän tila').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Kylän tila 2')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 1, name: 'Kylän tila 2' })).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('kylän tila')
  await row(page, 'Kylän tila 2').click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page).toHaveURL('/suppliers')
  await expect(row(page, 'Kylän tila 2')).toHaveCount(0)
})

test(
  'a wholesaler’s name is hidden with the keyboard, and a shopper neither sees nor finds it',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const t = textsIn('en')
    await signUpAdmin(context, shop)
    const phone = await openBrowser()
    await signUp(phone, shop)
    const shelf = await phone.newPage()
    const search = async () => {
      await shelf.goto('/home')
      await shelf.getByRole('searchbox', { name: t('home.search') }).fill('tukku')
    }
    await search()
    await expect(shelf.getByText(/^Tukku/).first()).toBeVisible()

    await page.goto('/suppliers?q=tukku')
    await row(page, 'Tukku').click()
    const isShown = page.getByRole('checkbox', { name: t('suppliers.fields.is_name_public') })
    await expect(isShown).toBeChecked()
    await isShown.focus()
    await page.keyboard.press('Space')
    await expectAccessibleLayout(page)
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('listitem').filter({ hasText: t('suppliers.fields.is_name_public') })).toBeVisible()
    await page.goto('/suppliers?q=tukku')
    await expect(page.getByText(t('suppliers.isHidden'), { exact: true })).toBeVisible()
    await expectAccessibleLayout(page)

    await search()
    await expect(shelf.getByText('Nothing found for “tukku”')).toBeVisible()
    await shelf.getByRole('button', { name: t('home.searchClear') }).click()
    await shelf.getByRole('button', { name: /^Bananas/ }).click()
    await expect(shelf.getByRole('dialog').getByText(t('productSheet.price'), { exact: true })).toBeVisible()
    await expect(shelf.getByRole('dialog').getByText(t('productSheet.supplier'), { exact: true })).toHaveCount(0)
    await expectAccessibleLayout(shelf)
    // Other tests use the same shop.
    await shop.query(`UPDATE supplier SET is_name_public = true WHERE name = 'Tukku'`)
  },
)

test(
  'a conflicting change by another admin must be resolved before saving',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    const [{ id } = { id: 0 }] = await shop.query<{ id: number }>(
      `INSERT INTO supplier (name) VALUES ('Berry farm') RETURNING id`,
    )
    await page.goto(`/suppliers/${id}/edit`)
    await page.getByRole('textbox', { name: 'Name' }).fill('Marjatila')
    await shop.query(`UPDATE supplier SET name = 'Bärgård', revision = revision + 1 WHERE id = $1`, [id])
    await page.getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Someone else has edited this' })
    const choices = dialog.getByRole('radiogroup', { name: 'Name' }).getByRole('radio')
    await expect(choices.nth(0)).toHaveAccessibleDescription('Marjatila')
    await expect(choices.nth(1)).toHaveAccessibleDescription('Bärgård')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Choose one value for each field.')
    await expectAccessibleLayout(page)
    await choices.nth(0).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Marjatila' })).toBeVisible()
    await expect(dialog).toHaveCount(0)
  },
)

test.describe('on a desktop, in Finnish', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test(
    'the list is sorted and paged by its address, and Back restores the position',
    FULL_TIER,
    async ({ page, context, shop }) => {
      await signUpAdmin(context, shop, { language: 'fi' })
      await shop.query(
        `INSERT INTO supplier (name) SELECT 'Tila ' || lpad(n::text, 3, '0') FROM generate_series(1, 120) n`,
      )
      const t = textsIn('fi')
      await page.goto('/suppliers?q=tila&sort=-name')
      await expect(page.getByRole('rowheader').or(page.getByRole('cell')).filter({ hasText: 'Tila 120' })).toBeVisible()
      await page.getByRole('link', { name: t('lists.next') }).click()
      await expect(page).toHaveURL('/suppliers?q=tila&sort=-name&page=2')
      await row(page, 'Tila 040').scrollIntoViewIfNeeded()
      const before = await page.evaluate<number>('scrollY')
      await row(page, 'Tila 040').click()
      await expect(page.getByRole('heading', { level: 1, name: 'Tila 040' })).toBeVisible()
      await page.goBack()
      await expect(row(page, 'Tila 040')).toBeInViewport()
      await expect.poll(() => page.evaluate<number>('scrollY')).toBe(before)
      // Rows under the heading that stays in view are partly covered.
      await page.evaluate('scrollTo(0, 0)')
      await expectAccessibleLayout(page)
      await page.getByRole('button', { name: t('suppliers.fields.name') }).click()
      await expect(page).toHaveURL('/suppliers?q=tila&sort=name')
      await expect(page.getByRole('columnheader', { name: t('suppliers.fields.name'), exact: true })).toHaveAttribute(
        'aria-sort',
        'ascending',
      )
    },
  )
})

test(
  'a list’s filters are saved under a name for all admins and restored from it',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.goto('/suppliers?q=kala&sort=-name')
    await page.getByRole('button', { name: 'Save this view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByLabel('Name of the view').fill('Fish')
    await dialog.getByText('Show it to all admins').click()
    await expectAccessibleLayout(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const view = page.getByRole('button', { name: 'Fish' })
    await expect(view).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL('/suppliers')
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await view.click()
    await expect(page).toHaveURL(/\?(?=.*q=kala)(?=.*sort=-name)/)
    await expect(page.getByRole('searchbox')).toHaveValue('kala')
    // One more character, and it is no longer that view.
    await page.getByRole('searchbox').pressSequentially('n', { delay: 90 })
    await expect(view).toHaveAttribute('aria-pressed', 'false')
    await view.click()
    await page.getByRole('button', { name: 'Edit view' }).click()
    await page.getByRole('button', { name: 'Remove view' }).click()
    await expect(view).toHaveCount(0)
  },
)

import type { Page } from '@playwright/test'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { signUpAdmin } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { focused } from './layout.ts'
import { MATHILDEDAL, productWith, type Shopper, signUp, storeNamed } from './people.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('a variant: another test here changes a product before each merge')

/** The code of a product that a test creates: a code that other tests treat as unknown must stay unknown. */
const NEW_CODE = '4006381333948'

const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false }

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** A copy of a demo product that this test may change. */
async function ownProduct({ api }: Shopper, name: string): Promise<AdminProduct> {
  const { id } = await productWith(api, getEan('rye-bread'))
  const bread = await api.request<AdminProduct>(`GET admin/products/${id}`)
  const { id: _id, revision: _revision, version_id: _version, vat: _vat, supplier, stores, ...rest } = bread
  const { created_at: _created, updated_at: _updated, images: _images, ...form } = rest
  const codes = { ean13: null, eanCase: null, product_code: null, units_per_case: null }
  const offered = stores.map(({ store_id, alarm_limit }) => ({ store_id, alarm_limit, offered: true }))
  const names = { en: name, fi: `${name} fi`, sv: '' }
  const body = { ...form, ...codes, names, supplier_id: supplier.id, stores: offered }
  return api.request<AdminProduct>('POST admin/products', body)
}

test('an admin finds a product and changes its price with a decimal comma, and the shopper sees the new price', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const admin = await signUpAdmin(context, shop)
  await ownProduct(admin, 'Barley loaf')
  await page.goto('/products?enabled=true')
  await page.getByRole('searchbox').fill('barley')
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  await expectAccessibleLayout(page)
  await link(page, 'Barley loaf').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Barley loaf' })).toBeVisible()
  await expectAccessibleLayout(page)

  const price = field(page, 'Price with VAT (€)')
  await price.fill('2,345')
  await price.blur()
  await expect(page.getByText('Enter an amount in euros, such as 1,45')).toBeVisible()
  await price.fill('3,65')
  await expect(page.getByText('Enter an amount in euros, such as 1,45')).toHaveCount(0)
  await field(page, 'Net content').fill('0.5')
  await expect(page.getByRole('status').filter({ hasText: 'Unit price' })).toContainText('7,30 €/kg')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  const versions = page.getByRole('region', { name: 'Earlier versions' }).getByRole('listitem')
  await expect(versions).toHaveCount(2)
  await expect(versions.first()).toContainText('3,65 €')

  const phone = await openBrowser()
  await signUp(phone, shop)
  const shelf = await phone.newPage()
  await shelf.goto('/home')
  await expect(shelf.getByRole('listitem').filter({ hasText: 'Barley loaf' })).toContainText('3,65 €')

  await page.goBack()
  await expect(page).toHaveURL('/products?enabled=true&q=barley')
  const found = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Barley loaf' })
  await expect(found).toContainText('3,65 €')
  // The stock of the admin's store and of another one, by filters that the address keeps.
  await expect(found).toContainText('0 pcs Out of stock')
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  for (const [filter, name] of [
    ['Stock there', 'Out of stock'],
    ['Sold there', 'Not sold here'],
  ] as const)
    await page.getByRole('group', { name: filter }).getByRole('button', { name, exact: true }).click()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  const { id: storeId } = await storeNamed(admin.api, MATHILDEDAL)
  await expect(page).toHaveURL(`/products?enabled=true&q=barley&store=${storeId}&level=out&offered=false`)
  await expect(found).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter Sold there: Not sold here' }).click()
  await expect(found).toContainText('0 pcs Out of stock')
  await expectAccessibleLayout(page)
})

test(
  'an invalid code is explained, and a code in use links to its product',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const admin = await signUpAdmin(context, shop)
    const { id } = await ownProduct(admin, 'Spelt loaf')
    await page.goto(`/products/${id}/edit`)
    const ean = field(page, 'EAN of one piece')
    const refused = [
      ['641000000001', 'Invalid EAN length (must be 13 or 14 digits)'],
      ['16410000000015', '14 digits are the code of a case. Enter it in “EAN of a case”.'],
      ['6410000000017', 'Invalid EAN13'],
    ] as const
    for (const [code, problem] of refused) {
      await ean.fill(code)
      await ean.blur()
      await expect(page.getByText(problem, { exact: true })).toBeVisible()
    }
    await field(page, 'EAN of a case').fill('16410000000014')
    await field(page, 'EAN of a case').blur()
    await expect(page.getByText('Invalid EAN14', { exact: true })).toBeVisible()
    await field(page, 'Name in Finnish').fill('')
    await page.getByRole('tab', { name: 'English' }).click()
    await field(page, 'Name in English').fill('x'.repeat(101))
    await page.getByRole('tab', { name: 'Suomi' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'things to fix' })
    await expect(summary.getByRole('listitem')).toHaveText([
      'EAN of one piece: Invalid EAN13',
      'EAN of a case: Invalid EAN14',
      'Units in a case: Mandatory field',
      'Name in English: Maximum 100 characters',
    ])
    // The language with the problem is shown.
    await expect(page.getByRole('tab', { selected: true })).toHaveText('English error')
    await expect(field(page, 'Name in English')).toBeFocused()
    await expectAccessibleLayout(page)

    await field(page, 'Name in English').fill('Spelt loaf')
    await field(page, 'EAN of a case').fill('')
    await field(page, 'Product code').fill('0500 0000 0001')
    await page.getByRole('button', { name: 'Add the check digit 2' }).click()
    await expect(field(page, 'Product code')).toHaveValue('0500000000012')
    await expect(field(page, 'Product code')).toBeFocused()
    await ean.fill(getEan('rye-bread'))
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(ean).toHaveAccessibleDescription('Another product has this code')
    await expect(page.getByRole('link', { name: /^Open Rye bread/ })).toBeVisible()
  },
)

test.describe('on a desktop', () => {
  test.use(DESK)

  test('a concurrent change by another admin is kept and reported', FULL_TIER, async ({ page, context, shop }) => {
    const admin = await signUpAdmin(context, shop)
    const { id } = await ownProduct(admin, 'Oat loaf')
    await page.goto(`/products/${id}/edit`)
    const supplier = page.getByRole('combobox', { name: 'Supplier' })
    await expect(supplier).toHaveValue('Perniön leipomo')
    await supplier.fill('tukk')
    await page.getByRole('option', { name: 'Tukku' }).click()
    await field(page, 'Price with VAT (€)').fill('2,10')
    await shop.query(`UPDATE product SET enabled = false, revision = revision + 1 WHERE id = $1`, [id])
    await page.keyboard.press('Control+s')
    await expect(page.getByRole('status').filter({ hasText: 'While you were editing' })).toHaveText(
      'While you were editing, this was changed: Active (Yes → No). Both changes are kept.',
    )
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
    await expectAccessibleLayout(page)
    const saved = await admin.api.request<AdminProduct>(`GET admin/products/${id}`)
    expect([saved.supplier.name, saved.price, saved.enabled]).toEqual(['Tukku', 2.1, false])
  })

  test('the search field loses no letter on a slow machine', FULL_TIER, async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.goto('/products')
    await page.getByRole('searchbox').focus()
    const browser = await context.newCDPSession(page)
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 })
    // As long as the list's search debounce: each character arrives while the address catches up with the previous one.
    await page.keyboard.type(NEW_CODE, { delay: 250 })
    await expect(page.getByRole('searchbox')).toHaveValue(NEW_CODE)
    await expect(page).toHaveURL(`/products?q=${NEW_CODE}`)
  })

  test(
    'an unknown code becomes a product, in Finnish, by keyboard only',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const admin = await signUpAdmin(context, shop, { language: 'fi' })
      const t = textsIn('fi')
      await page.goto('/products')
      await page.getByRole('searchbox').focus()
      // As slowly as people type: a burst of keys is treated as a scan, which leads elsewhere.
      await page.keyboard.type(NEW_CODE, { delay: 120 })
      await page.keyboard.press('Enter')
      const create = link(page, t('products.createWithCode', { code: NEW_CODE }))
      await expect(create).toBeVisible()
      await tabTo(page, t('products.createWithCode', { code: NEW_CODE }))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/products/create?code=${NEW_CODE}`)
      await expect(field(page, t('productForm.fields.ean13'))).toHaveValue(NEW_CODE)

      await page.keyboard.press('Control+s')
      await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(3)
      await expectAccessibleLayout(page)
      await tabTo(page, `${t('productForm.fields.price')}: ${t('form.requiredField')}`)
      await page.keyboard.press('Enter')
      await page.keyboard.type('1,95')
      await page.keyboard.press('Tab')
      await page.keyboard.type('13')
      await tabTo(page, { name: 'names.fi' })
      await page.keyboard.type('Kaurajuoma', { delay: 120 })
      await tabTo(page, { name: 'supplier_id' })
      await page.keyboard.type('Tuk')
      await expect(page.getByRole('listbox').getByRole('option')).toHaveText(['Tukku'])
      await page.keyboard.press('Enter')
      await page.keyboard.press('Control+s')
      await expect(page).toHaveURL(/\/products\/\d+\/edit$/)
      await expect(page.getByRole('heading', { level: 1, name: 'Kaurajuoma' })).toBeVisible()
      await expectAccessibleLayout(page)
      const { id } = await productWith(admin.api, NEW_CODE)
      expect(await admin.api.request(`GET admin/products/${id}`)).toMatchObject({
        price: 1.95,
        supplier: { name: 'Tukku' },
      })
    },
  )
})

/** Presses Tab until a control has the focus, and checks that each on the way is visible. */
async function tabTo(page: Page, target: string | { name: string }): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    expect(now?.isSeen, `${now?.name} is seen`).toBe(true)
    const name = await page.evaluate<string | null>('document.activeElement.getAttribute("name")')
    if (typeof target === 'string' ? now?.name.startsWith(target.slice(0, 40)) : name === target.name) return
  }
  throw new Error(`No Tab leads to ${JSON.stringify(target)}`)
}

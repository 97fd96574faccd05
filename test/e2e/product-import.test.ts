import type { Page } from '@playwright/test'
import { overflow } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { expectAccessible, expectAccessibleLayout } from './expect-accessible.ts'
import { smallTargets } from './layout.ts'
import { chooseMore } from './more-actions.ts'
import { TEIJO } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, fullTier, test } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('product-imports.test.ts of the server imports before each merge')

const choose = (page: Page, text: string, name = 'hinnasto.csv') =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

/** The table in the file's columns scrolls sideways in its frame: the page itself doesn't. */
async function expectSoundTable(page: Page): Promise<void> {
  await expectAccessible(page)
  await expect.poll(() => smallTargets(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
}

const HEAD = 'EAN-koodi;Nimi (suomi);Hinta €;ALV;Toimittaja'
const row = (...[ean13, name, price, supplier = 'Testitila']: string[]) =>
  `${ean13};${name};${price};13,5 %;${supplier}`

/** The supplier of the rows, unless an earlier test added it. */
const addSupplier = (shop: RunningShop) =>
  shop.query(
    `INSERT INTO supplier (name) SELECT 'Testitila' WHERE NOT EXISTS (SELECT FROM supplier WHERE name = 'Testitila')`,
  )

test('the columns of a supplier’s own list are chosen, and remembered', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await addSupplier(shop)
  await page.goto('/products')
  await chooseMore(page, textsIn('en'), 'Import')
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  await expect(dialog.getByRole('link', { name: 'Template, XLSX' })).toHaveAttribute('href', /template\.xlsx\?lang=en$/)
  await expectAccessibleLayout(page)

  // A list of their own: its columns are proposed, changed, and remembered.
  await choose(page, ['Hinnasto 2026', 'Tavara;Viivakoodi;Euroa', 'Tuontimehu;6499000000204;kallis'].join('\n'))
  await expect(dialog.getByRole('heading', { name: 'Columns of hinnasto.csv' })).toBeVisible()
  await expect(dialog.getByLabel('Viivakoodi')).toHaveValue('ean13')
  await expectAccessibleLayout(page)
  await dialog.getByLabel('Tavara').selectOption('Name in Finnish')
  await dialog.getByLabel('Euroa').selectOption('Price with VAT (€)')
  await expect(dialog.getByText('New products also need: VAT class, Supplier.', { exact: false })).toBeVisible()
  await dialog.getByLabel('VAT class for rows without one').selectOption({ index: 1 })
  await dialog.getByLabel('Supplier for rows without one').selectOption('Testitila')
  await dialog.getByRole('button', { name: 'Check the rows' }).click()
  await expect(dialog.getByText('Tuontimehu')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the rows with errors' }).click()
  expect((await download).suggestedFilename()).toBe('hinnasto errors.csv')

  // Mended in its cell and saved: only then are the columns remembered.
  await dialog.getByRole('button', { name: /^kallis/ }).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('2,5')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save 1 product' }).click()
  await expect(dialog.getByText('1 product was saved.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(dialog.getByText('1 removed')).toBeVisible()
  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await choose(page, ['Euroa;Tavara;Viivakoodi', '2,6;Tuontimehu;6499000000204'].join('\n'))
  await expect(dialog.getByLabel('Tavara')).toHaveValue('name_fi')
  await expect(dialog.getByLabel('Euroa')).toHaveValue('price')
})

test('a price list is previewed, corrected, saved and undone', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await addSupplier(shop)
  await page.goto('/products')
  await chooseMore(page, textsIn('en'), 'Import')
  const dialog = page.getByRole('dialog', { name: 'Import products' })
  const wrong = [HEAD, row('6,4E+12', 'Tuontimaito', '1,45'), row('6499000000013', 'Tuontikerma', '2,10')]
  await choose(page, wrong.join('\n'))
  await expect(dialog.getByText('The spreadsheet has lost digits of this code')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Errors 1' })).toHaveAttribute('aria-pressed', 'true')
  await expectSoundTable(page)

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await dialog.getByLabel('Sell new products in').selectOption('No store yet')
  const right = [HEAD, row('6499000000006', 'Tuontimaito', '1,45'), ...wrong.slice(2)]
  await choose(page, right.join('\n'))
  await expect(dialog.getByRole('button', { name: '1,45', exact: true })).toBeVisible()
  await expect(dialog.getByText('2 new products aren’t sold in any store.')).toBeVisible()

  await dialog.getByRole('button', { name: 'Choose another file' }).click()
  await dialog.getByLabel('Sell new products in').selectOption('Chosen stores')
  await dialog.getByRole('checkbox', { name: TEIJO }).check()
  await expectAccessibleLayout(page)
  await choose(page, right.join('\n'))
  await expect(dialog.getByText(`New products are sold in ${TEIJO},`, { exact: false })).toBeVisible()
  await page.reload()
  await dialog.getByRole('button', { name: 'Save 2 products' }).click()
  await expect(dialog.getByText('2 products were saved.')).toBeVisible()
  await expectSoundTable(page)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('searchbox').fill('tuontimaito')
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()

  await chooseMore(page, textsIn('en'), 'Import')
  await dialog
    .getByRole('button', { name: /: hinnasto\.csv/ })
    .first()
    .click()
  await dialog.getByRole('button', { name: 'Undo the import' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(dialog.getByText('The import was undone.')).toBeVisible()
  await expect(dialog.getByText('2 removed')).toBeVisible()
  expect(await shop.query(`SELECT 1 FROM product WHERE ean13 LIKE '6499000000%'`)).toEqual([])
})

test(
  'purchase prices and the stock of a chosen store are imported and taken back',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.goto('/products')
    await chooseMore(page, textsIn('en'), 'Import')
    const dialog = page.getByRole('dialog', { name: 'Import products' })
    await dialog.getByRole('checkbox', { name: 'Create missing suppliers' }).check()
    const heads = `${HEAD};Ostohinta;Saldo`
    const getOutput = (stock: string) =>
      [heads, `${row('6499000000303', 'Tuontiriisi', '2,5', 'Riisitila')};1,2345;${stock}`].join('\n')
    await choose(page, getOutput('1,5'))
    await dialog.getByRole('button', { name: 'Check the rows' }).click()
    await expect(dialog.getByText('Mandatory field')).toBeVisible()
    await expectAccessibleLayout(page)
    await dialog.getByLabel('Store whose stock it is').selectOption(TEIJO)
    await dialog.getByRole('button', { name: 'Check the rows' }).press('Enter')
    await expect(dialog.getByText('Stock “1.5”: It’s sold by the piece: enter a whole number.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Choose another file' }).click()

    // The corrected file is checked with the same choices.
    await expect(dialog.getByRole('checkbox', { name: 'Create missing suppliers' })).toBeChecked()
    await choose(page, getOutput('12'))
    await dialog.getByLabel('Store whose stock it is').selectOption(TEIJO)
    await dialog.getByRole('button', { name: 'Check the rows' }).click()
    await expect(dialog.getByText(`The stock is that of ${TEIJO}.`)).toBeVisible()
    await expect(dialog.getByRole('button', { name: '1,2345', exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: '12', exact: true })).toBeVisible()
    await expectSoundTable(page)
    await dialog.getByRole('button', { name: 'Save 1 product' }).click()
    await expect(dialog.getByText('1 product was saved.')).toBeVisible()
    const stocked = () =>
      shop.query<{ quantity: number; prices: number }>(
        `SELECT shelf.quantity_thousandths::int AS quantity,
          (SELECT count(*)::int FROM purchase_price WHERE product_id = product.id) AS prices
        FROM product JOIN store_stock AS shelf ON shelf.product_id = product.id JOIN store ON store.id = shelf.store_id
        WHERE product.ean13 = '6499000000303' AND store.name = $1`,
        [TEIJO],
      )
    expect(await stocked()).toEqual([{ quantity: 12_000, prices: 1 }])

    await dialog.getByRole('button', { name: 'Undo the import' }).press('Enter')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).press('Enter')
    await expect(dialog.getByText('1 removed')).toBeVisible()
    expect(await stocked()).toEqual([])
  },
)

test.describe('on a desktop, in Finnish, by keyboard only', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('the valid rows of a file are saved without the invalid ones', FULL_TIER, async ({ page, context, shop }) => {
    await signUpAdmin(context, shop, { language: 'fi' })
    const t = textsIn('fi')
    await page.goto('/products')
    await page.getByRole('button', { name: t('productImport.button'), exact: true }).press('Enter')
    const dialog = page.getByRole('dialog', { name: t('productImport.title') })
    const file = [
      HEAD,
      row('6499000000105', 'Uutuus', '3', 'Uusi tila'),
      row('6499000000112', 'Toinen', 'kallis', 'Uusi tila'),
    ].join('\n')
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: t('productImport.choose') }).press('Enter')
    await (await chooser).setFiles({ name: 'uutuudet.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await expect(dialog.getByText(t('productImport.problems.unknownSupplier')).first()).toBeVisible()

    await dialog.getByRole('button', { name: t('productImport.another') }).press('Enter')
    await dialog.getByRole('checkbox', { name: t('productImport.createSuppliers') }).press('Space')
    await choose(page, file, 'uutuudet.csv')
    await expect(dialog.getByText('Uudet toimittajat: Uusi tila.')).toBeVisible()
    await expect(dialog.getByText('Tämä ei ole luku.')).toBeVisible()
    await expectAccessibleLayout(page)
    await dialog.getByRole('button', { name: 'Tallenna vain 1 virheetön' }).press('Enter')
    await expect(dialog.getByText('1 tuote tallennettiin.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/products')
  })
})

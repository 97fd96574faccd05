import type { Page } from '@playwright/test'
import { IMPORT_LISTS, type ImportList } from '#test/files/import-lists.ts'
import { signUpAdmin } from './admins.ts'
import { TEIJO } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, fullTier, test } from './test.ts'
import { textsIn } from './texts.ts'

test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

const FULL_TIER = fullTier('foreign-formats.test.ts of the server imports each list before each merge')

/** Archives all stores but one while `run` is in progress: a new shop has one. */
async function withOneStore(shop: RunningShop, run: () => Promise<void>): Promise<void> {
  const others = await shop.query<{ id: number }>(
    `UPDATE store SET published = false, archived_at = now() WHERE name <> $1 AND published AND archived_at IS NULL RETURNING id`,
    [TEIJO],
  )
  try {
    await run()
  } finally {
    const ids = others.map(({ id }) => id)
    await shop.query(`UPDATE store SET published = true, archived_at = NULL WHERE id = ANY($1)`, [ids])
  }
}

/** From the list of products to the saved import. Returns the presses, and choices of an option. */
async function importList(page: Page, { program, csv, products }: ImportList): Promise<number> {
  const t = textsIn('fi')
  await page.goto('/products')
  await page.getByRole('button', { name: t('productImport.button'), exact: true }).click()
  // Import, the button of the file, and the file itself.
  let presses = 3
  const [form, count] = [products.length === 1 ? 'one' : 'other', String(products.length)]
  const dialog = page.getByRole('dialog', { name: t('productImport.title') })
  const press = async (name: string | RegExp) => {
    await dialog.getByRole('button', { name }).click()
    presses++
  }
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${program}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const check = dialog.getByRole('button', { name: t('productImport.columns.check') })
  const save = dialog.getByRole('button', { name: t(`productImport.apply_${form}`, { count }) })
  await expect(check.or(save)).toBeVisible()
  if (await check.isVisible()) {
    for (const label of [t('productImport.columns.defaultVatClassId'), t('productImport.columns.defaultSupplierId')]) {
      const answer = dialog.getByLabel(label)
      if (!(await answer.isVisible()) || (await answer.inputValue()) !== '') continue
      // A list of options that opens at a key: its first letters choose.
      await answer.selectOption({ index: 1 })
      presses++
    }
    await press(t('productImport.columns.check'))
  }
  await expect(save).toBeVisible()
  await save.click()
  presses++
  await expect(dialog.getByText(t(`productImport.applied_${form}`, { count }))).toBeVisible()
  return presses
}

for (const list of IMPORT_LISTS) {
  test(
    `the list of ${list.program} goes on the shelf in at most eight presses`,
    FULL_TIER,
    async ({ page, context, shop }) => {
      await signUpAdmin(context, shop, { language: 'fi' })
      const [last] = await shop.query<{ id: string }>('SELECT max(id) AS id FROM product')
      await withOneStore(shop, async () => {
        const presses = await importList(page, list)
        console.log(`${list.program}: ${presses} presses`)
        expect(presses).toBeLessThanOrEqual(8)
      })
      const names = list.products.map(({ name }) => name)
      const sold = await shop.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM product_version version JOIN store_stock shelf USING (product_id)
         JOIN store ON store.id = shelf.store_id WHERE is_current AND offered AND store.name = $1 AND names ->> 'fi' = ANY($2)
         AND product_id > $3`,
        [TEIJO, names, last?.id],
      )
      expect(sold).toEqual([{ count: names.length }])
    },
  )
}

test('a wrong value is corrected in its cell, and once for all rows that have it', async ({ page, context, shop }) => {
  await signUpAdmin(context, shop, { language: 'fi' })
  const t = textsIn('fi')
  await shop.query(
    `INSERT INTO supplier (name) SELECT 'Testitila' WHERE NOT EXISTS (SELECT FROM supplier WHERE name = 'Testitila')`,
  )
  await page.goto('/products?import=')
  const dialog = page.getByRole('dialog', { name: t('productImport.title') })
  const rows = Array.from({ length: 300 }, (_, at) => `Tuonti ${at};${at === 7 ? 'halpa' : '2,50'};14 %;Testitila`)
  const file = Buffer.from(['name_fi;price;vat_class;supplier', ...rows].join('\n'))
  await page.locator('input[type=file]').setInputFiles({ name: 'lista.csv', mimeType: 'text/csv', buffer: file })
  await expect(dialog.getByRole('button', { name: `${t('productImport.results.invalid')} 300` })).toBeVisible()
  // Only the rows in view are drawn.
  expect(await dialog.locator('tbody tr').count()).toBeLessThan(60)
  await dialog.getByRole('button', { name: /^14 %/ }).first().click()
  await dialog.getByLabel(t('productImport.newValue')).selectOption('Elintarvikkeet')
  await dialog.getByRole('button', { name: t('productImport.mendSameDo', { value: '14 %' }) }).click()
  await expect(dialog.getByRole('button', { name: `${t('productImport.results.invalid')} 1` })).toBeVisible()
  await dialog.getByRole('button', { name: /^halpa/ }).click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('3,-')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: t('productImport.apply_other', { count: '300' }) })).toBeVisible()
  await dialog.getByRole('button', { name: t('productImport.changeColumns') }).click()
  await expect(dialog.getByLabel('price')).toHaveValue('price')
})

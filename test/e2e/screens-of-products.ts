import { expect } from '@playwright/test'
import { plain } from '#test/files/images.ts'
import { getEan, UNKNOWN_CODE } from './goods.ts'
import { enterOffice } from './office-visit.ts'
import { productWith } from './people.ts'
import type { Screen, Visit } from './screen-list.ts'

const button = ({ page, t }: Visit, key: string) => page.getByRole('button', { name: t(key), exact: true })
const field = ({ page, t }: Visit, key: string) => page.getByRole('textbox', { name: t(key), exact: true })

// Behind an overlay, a few rows of the list are as good as fifty.
const FEW = '?q=milk'

async function openList(visit: Visit, query = ''): Promise<void> {
  await enterOffice(visit)
  await visit.page.goto(`/products${query}`)
  await expect(visit.page.getByRole('main').getByRole('checkbox').nth(2)).toBeVisible()
}

async function pickSome(visit: Visit): Promise<void> {
  await openList(visit, FEW)
  for (const index of [1, 2, 3]) await visit.page.getByRole('main').getByRole('checkbox').nth(index).check()
  await expect(button(visit, 'bulkEdit.open')).toBeVisible()
}

async function openBulkEdit(visit: Visit): Promise<void> {
  await pickSome(visit)
  await button(visit, 'bulkEdit.open').click()
  await visit.page.getByLabel(visit.t('bulkEdit.percent')).fill('10')
}

async function openProduct(visit: Visit, op: 'edit' | 'copy' = 'edit'): Promise<number> {
  const { api } = await enterOffice(visit)
  const { id } = await productWith(api, getEan('rye-bread'))
  await visit.page.goto(`/products/${id}/${op}`)
  await expect(field(visit, 'productForm.fields.price')).toBeVisible()
  return id
}

async function openImport(visit: Visit): Promise<void> {
  await enterOffice(visit)
  await visit.page.goto('/products?import=')
  await expect(button(visit, 'productImport.choose')).toBeVisible()
}

const PRICE_LIST = [
  'EAN-koodi;Nimi (suomi);Hinta €;ALV;Toimittaja',
  '6,4E+12;Maitoa tilalta;1,45;13,5 %;Tukku',
  '6499000000013;Kermaa tilalta;kallis;13,5 %;Ei kukaan',
  `${getEan('rye-bread')};Ruisleipä;4,55;13,5 %;Tukku`,
].join('\n')

const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

/** The catalogue: its list, its form, and bulk actions. */
export const PRODUCT_SCREENS: readonly Screen[] = [
  { name: 'admin-products', open: visit => openList(visit) },
  {
    name: 'admin-products-none',
    async open(visit) {
      await enterOffice(visit)
      await visit.page.goto(`/products?enabled=true&q=${UNKNOWN_CODE}`)
      await expect(
        visit.page.getByRole('link', { name: visit.t('products.createWithCode', { code: UNKNOWN_CODE }) }),
      ).toBeVisible()
    },
  },
  { name: 'admin-products-picked', open: pickSome },
  {
    name: 'admin-products-filters',
    isOpenedOnEach: true,
    async open(visit) {
      await openList(visit, `${FEW}&enabled=true`)
      await visit.page.getByRole('button', { name: visit.t('lists.filters'), exact: true }).click()
      await expect(visit.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-products-columns',
    only: 'desk',
    async open(visit) {
      await openList(visit, FEW)
      await button(visit, 'lists.columns').click()
      await expect(visit.page.getByRole('menu')).toBeVisible()
    },
  },
  {
    name: 'admin-products-view',
    async open(visit) {
      await openList(visit, `${FEW}&enabled=true`)
      await button(visit, 'lists.saveView').click()
      await expect(visit.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-labels',
    async open(visit) {
      await pickSome(visit)
      await button(visit, 'labels.print').click()
      await expect(visit.page.getByRole('dialog')).toBeVisible()
    },
  },
  { name: 'admin-bulk-edit', open: openBulkEdit },
  {
    name: 'admin-bulk-preview',
    // The names come from the server's earlier response.
    isOpenedInEach: true,
    async open(visit) {
      await openBulkEdit(visit)
      await visit.page.keyboard.press('Enter')
      await expect(visit.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
  { name: 'admin-import', open: openImport },
  {
    name: 'admin-import-mistakes',
    async open(visit) {
      await openImport(visit)
      const input = visit.page.locator('input[type=file]')
      await input.setInputFiles(file('hinnasto.csv', 'text/csv', Buffer.from(PRICE_LIST)))
      await expect(visit.page.getByText(visit.t('productImport.problems.digitsLost')).first()).toBeVisible()
    },
  },
  { name: 'admin-product', open: async visit => void (await openProduct(visit)) },
  {
    name: 'admin-product-pictures',
    isOpenedInEach: true,
    async open(visit) {
      await openProduct(visit)
      const pictures = visit.page.getByRole('region', { name: visit.t('productImages.title') })
      const chooser = pictures.locator('input[type="file"][multiple]')
      // Its pictures stay, so that the next visitor finds them here.
      if ((await pictures.getByRole('img').count()) < 2)
        for (const colour of ['#8a5a2b', '#c9a36a'])
          await chooser.setInputFiles(file(`${colour}.png`, 'image/png', await plain(colour).png().toBuffer()))
      await expect(pictures.getByRole('img').nth(1)).toBeVisible()
      await chooser.setInputFiles(file('logo.svg', 'image/svg+xml', Buffer.from('<svg/>')))
      await expect(pictures.getByText('logo.svg')).toBeVisible()
      await pictures.scrollIntoViewIfNeeded()
    },
  },
  { name: 'admin-product-copy', open: async visit => void (await openProduct(visit, 'copy')) },
  {
    name: 'admin-product-mistakes',
    async open(visit) {
      await enterOffice(visit)
      await visit.page.goto('/products/create')
      await field(visit, 'productForm.fields.ean13').fill('641000000001')
      await field(visit, 'productForm.fields.price').fill('1,455')
      await visit.page.keyboard.press('Control+s')
      await expect(visit.page.getByRole('alert').getByRole('listitem').first()).toBeVisible()
    },
  },
  {
    name: 'admin-product-drawings',
    async open(visit) {
      await openProduct(visit)
      await button(visit, 'productForm.chooseDrawing').click()
      await expect(visit.page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'admin-product-conflict',
    async open(visit) {
      const id = await openProduct(visit)
      await field(visit, 'productForm.fields.price').fill('4,95')
      await visit.page.getByRole('combobox', { name: visit.t('productForm.fields.supplier_id') }).fill('Tukku')
      await visit.page.getByRole('option', { name: 'Tukku', exact: true }).click()
      await visit.shop.query(
        `UPDATE product SET revision = revision + 1,
           supplier_id = (SELECT id FROM supplier WHERE name <> 'Tukku' AND id <> product.supplier_id LIMIT 1)
         WHERE id = $1`,
        [id],
      )
      await visit.page.keyboard.press('Control+s')
      await expect(visit.page.getByRole('dialog', { name: visit.t('forms.conflictTitle') })).toBeVisible()
    },
  },
]

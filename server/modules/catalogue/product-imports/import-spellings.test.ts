import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import { contract } from '#contract/index.ts'
import { adminProductRoutes } from '#server/modules/catalogue/admin-products/routes.ts'
import { productGroupRoutes } from '#server/modules/catalogue/product-groups/routes.ts'
import { supplierRoutes } from '#server/modules/catalogue/suppliers/routes.ts'
import { IMPORT_STOCK } from '#server/modules/stock/import-stock.ts'
import { openBackOffice, type BackOffice } from '#test/shop/back-office.ts'
import { productImportRoutes } from './routes.ts'

let office: BackOffice
beforeAll(async () => {
  office = await openBackOffice({
    routes: (mount, context) => {
      mount(contract.adminProducts, adminProductRoutes(context))
      mount(contract.productGroups, productGroupRoutes(context))
      mount(contract.suppliers, supplierRoutes(context))
      mount(contract.productImports, productImportRoutes(context, IMPORT_STOCK))
    },
  })
})
afterAll(() => office.close())

const NFD = 'Mäkelän Mylly'.normalize('NFD')
const SPELLINGS = ['Mäkelän Mylly', NFD, 'Mäkelän\u00a0Mylly', 'Mäkelän  Mylly']

async function check(rows: readonly string[]): Promise<ProductImport> {
  const file = Buffer.from(['Nimi;Hinta;ALV;Toimittaja;Ryhmä', ...rows].join('\n'))
  const { status, body } = await office.anna.call('POST product-imports?name=lista.csv&create_suppliers=true', file)
  expect([status, body]).toEqual([200, body])
  return body as ProductImport
}
async function total(path: string): Promise<number> {
  const { status, body } = await office.anna.call(`GET ${path}`)
  expect(status).toBe(200)
  return (body as { total: number }).total
}

test('a name, a supplier and a group that look the same are the same, however a file spells them', async () => {
  const checked = await check(SPELLINGS.map(name => `Hillopulla ä;3,50;13,5;${name};${name}`))
  const { body } = await office.anna.call(`GET product-imports/${checked.id}/rows`)
  const repeated = (body as { items: ImportRow[] }).items.filter(({ problems }) =>
    problems.some(({ problem }) => problem === 'rowRepeated'),
  )
  expect(checked.new_suppliers).toEqual(['Mäkelän Mylly'])
  expect(repeated).toHaveLength(3)
  await office.anna.call(`POST product-imports/${checked.id}/apply`, { only_valid: true })
  expect([await total('suppliers'), await total('product-groups')]).toEqual([1, 1])
})

test('a form finds the name of another record that looks the same', async () => {
  const names = { en: '', fi: `  ${NFD}\u200b `, sv: '' }
  const form = { names, sort_order: 0, hidden: false, sales_account: null }
  const { status, body } = await office.anna.call('POST product-groups', form)
  expect([status, body]).toMatchObject([422, { problems: [{ field: 'names.fi', problem: 'taken' }] }])
})

test('a line break inside a name becomes a space, and a search finds any spelling of a name', async () => {
  const checked = await check(['"Kaura-\njuoma Leipä";3,50;13,5;Mäkelän Mylly;Juomat'])
  await office.anna.call(`POST product-imports/${checked.id}/apply`, {})
  const { body } = await office.anna.call(`GET products?q=${encodeURIComponent('leipä'.normalize('NFD'))}`)
  expect((body as { items: { name: string }[] }).items.map(({ name }) => name)).toEqual(['Kaura- juoma Leipä'])
  expect(await total(`suppliers?q=${encodeURIComponent(NFD.replace(' ', '\u00a0'))}`)).toBe(1)
})

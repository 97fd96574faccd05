import { afterAll, beforeAll, expect, test } from 'vitest'
import { addVatClass } from '#test/rows/catalogue.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { productImports } from '#test/shop/product-imports.ts'

let office: ShopWithCaller
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['catalogue'] })
  await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
})
afterAll(() => office.close())

const { checkImport, listRows, applyImport } = productImports(() => office.me)

const NFD = 'Mäkelän Mylly'.normalize('NFD')
const SPELLINGS = ['Mäkelän Mylly', NFD, 'Mäkelän\u00a0Mylly', 'Mäkelän  Mylly']

const check = (rows: readonly string[]) =>
  checkImport(['Nimi;Hinta;ALV;Toimittaja;Ryhmä', ...rows], '&create_suppliers=true')
async function total(path: string): Promise<number> {
  const { status, body } = await office.me.call(`GET ${path}`)
  expect(status).toBe(200)
  return (body as { total: number }).total
}

test('a name, a supplier and a group that look the same are the same, however a file spells them', async () => {
  const checked = await check(SPELLINGS.map(name => `Hillopulla ä;3,50;13,5;${name};${name}`))
  const repeated = (await listRows(checked)).filter(({ problems }) =>
    problems.some(({ problem }) => problem === 'rowRepeated'),
  )
  expect(checked.new_suppliers).toEqual(['Mäkelän Mylly'])
  expect(repeated).toHaveLength(3)
  await applyImport(checked, { only_valid: true })
  expect([await total('suppliers'), await total('product-groups')]).toEqual([1, 1])
})

test('a form finds the name of another record that looks the same', async () => {
  const names = { en: '', fi: `  ${NFD}\u200b `, sv: '' }
  const form = { names, sort_order: 0, hidden: false, sales_account: null }
  const { status, body } = await office.me.call('POST product-groups', form)
  expect([status, body]).toMatchObject([422, { problems: [{ field: 'names.fi', problem: 'taken' }] }])
})

test('a line break inside a name becomes a space, and a search finds any spelling of a name', async () => {
  const checked = await check(['"Kaura-\njuoma Leipä";3,50;13,5;Mäkelän Mylly;Juomat'])
  await applyImport(checked)
  const { body } = await office.me.call(`GET products?q=${encodeURIComponent('leipä'.normalize('NFD'))}`)
  expect((body as { items: { name: string }[] }).items.map(({ name }) => name)).toEqual(['Kaura- juoma Leipä'])
  expect(await total(`suppliers?q=${encodeURIComponent(NFD.replace(' ', '\u00a0'))}`)).toBe(1)
})

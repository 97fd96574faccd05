import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { CsvCell } from '#domain/format/csv.ts'
import { fieldNames, type RecordField } from '#domain/record-fields.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { writeXlsx } from '#server/platform/files/xlsx.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import type { Caller } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { inTier } from '#test/tier.ts'
import { xlsxRows } from './xlsx-rows.ts'

type ImportShop = {
  admin: Caller
  database: DatabaseHandle
  vatClasses: number[]
  /** None, and two others: the file has their names in its language. */
  groups: (number | null)[]
  stores: number[]
  close: () => Promise<void>
}

async function openImportShop(): Promise<ImportShop> {
  const database = await testDatabase()
  const server = await openShop({ database, modules: ['catalogue'] })
  const rates = { '2020-01-01': 1350 }
  const vatClasses = [
    await addVatClass(database, { name: 'food', rates }),
    await addVatClass(database, { name: '=25,5', rates }),
  ]
  // Store names that a cell would misread are replaced by ids: these are the same in both shops.
  const stores: number[] = []
  for (const name of ['=Kylä', 'Ranta, satama', 'none', '1001']) stores.push(await addStore(database, { name }))
  const groups: (number | null)[] = [null]
  for (const names of [
    { en: 'Bread', fi: '\'=Leipä; "', sv: 'Bröd' },
    { en: '', fi: '1,5', sv: '' },
  ]) {
    const group = { names: JSON.stringify(names), sort_order: groups.length }
    const added = database.kysely.insertInto('product_group').values(group).returning('id')
    groups.push((await added.executeTakeFirstOrThrow()).id)
  }
  const close = () => server.close().then(() => database.close())
  return { admin: await server.caller('admin'), database, vatClasses, groups, stores, close }
}

let shop: ImportShop
let emptyShop: ImportShop
beforeAll(async () => {
  shop = await openImportShop()
  emptyShop = await openImportShop()
})
afterAll(async () => {
  await shop.close()
  await emptyShop.close()
})

let codes = 0
const freshCode = (beginning: string, length: number) => {
  const digits = beginning + String(++codes).padStart(length - 1 - beginning.length, '0')
  return digits + checkDigit(digits)
}

/** All possible texts, above all those that a spreadsheet would convert. */
const text = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: 'binary', maxLength: maxLength / 2 }),
      fc.string({
        unit: fc.constantFrom("'", '=', '+', '-', '"', ';', ',', '\n', '\r', '\t', 'ä', '_x000D_', '&', '<'),
        maxLength: Math.floor(maxLength / 8),
      }),
      fc.constantFrom('1,5', '1.50', 'TRUE', '6,4E+12', '2026-11-22', 'NULL', '#1', 'esimerkki'),
    )
    .map(each => each.replaceAll('\0', '').trim())
const texts = (maxLength: number) => fc.record({ en: text(maxLength), fi: text(maxLength), sv: text(maxLength) })
const thousandths = fc.integer({ min: 1, max: 1_000_000_000 }).map(parts => parts / 1000)

/** Fields that may have any value of their kind, whatever the others have. */
const PLAIN = fieldNames(PRODUCT_FIELDS).filter(
  name =>
    ['whole', 'flag', 'choice', 'quantity', 'text'].includes(PRODUCT_FIELDS[name].kind) &&
    ![
      'unit',
      'content_quantity',
      'content_unit',
      'units_per_case',
      'product_code_type',
      'order_pack',
      'drawing',
    ].includes(name),
)

function anyValue(field: RecordField): fc.Arbitrary<unknown> {
  const filled = (): fc.Arbitrary<unknown> => {
    if (field.kind === 'whole') return fc.integer({ min: field.min, max: field.max })
    if (field.kind === 'choice') return fc.constantFrom(...field.options)
    if (field.kind === 'quantity') return fc.oneof(thousandths, fc.constant(0))
    return field.kind === 'flag' ? fc.boolean() : text(20).filter(each => each !== '')
  }
  return field.optional ? fc.option(filled()) : filled()
}

const product = fc
  .record({
    names: texts(100).filter(({ en, fi, sv }) => (en || fi || sv) !== ''),
    descriptions: texts(300),
    cents: fc.tuple(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 0, max: 10_000_000 })),
    vatClass: fc.nat(1),
    group: fc.nat(2),
    unit: text(20).filter(unit => unit !== ''),
    content: fc.option(fc.record({ content_quantity: thousandths, content_unit: fc.constantFrom('kg', 'l') })),
    units_per_case: fc.integer({ min: 1, max: 100_000 }),
    order_pack: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    has: fc.record({ ean13: fc.boolean(), further: fc.nat(3), eanCase: fc.boolean() }),
    kind: fc.constantFrom('none', 'own', 'label'),
    plain: fc.record(Object.fromEntries(PLAIN.map(name => [name, anyValue(PRODUCT_FIELDS[name])]))),
    cost: fc.option(fc.integer({ min: 0, max: 1_000_000_000 })),
    offers: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  })
  .map(({ cents, vatClass, content, has, kind, plain, ...fields }) => ({
    ...plain,
    ...fields,
    price: Math.max(...cents) / 100,
    deposit: Math.min(...cents) / 100,
    vatClass,
    content_quantity: content?.content_quantity ?? null,
    content_unit: content?.content_unit ?? null,
    ean13: has.ean13 ? freshCode('', 13) : null,
    further_codes: has.further > 0 ? Array.from({ length: has.further }, () => freshCode('', 13)) : null,
    eanCase: has.eanCase ? freshCode('1', 14) : null,
    ...(kind === 'label'
      ? { product_code: freshCode('23', 9).padEnd(12, '0'), prefix: '23', product_code_type: 'bulk_encoded_weight' }
      : { product_code: kind === 'own' ? freshCode('05', 13) : null, prefix: null, product_code_type: 'standard' }),
    drawing: null,
  }))
  .map(fields => {
    const { product_code: code } = fields
    return code?.length === 12 ? { ...fields, product_code: code + checkDigit(code) } : fields
  })

async function check(admin: Caller, file: Buffer, query = ''): Promise<ProductImport> {
  const { status, body } = await admin.call(`POST product-imports?name=file${query}`, file)
  expectSuccess({ status, body })
  return body as ProductImport
}

async function wrongRows(admin: Caller, { id }: ProductImport) {
  const { body } = await admin.call(`GET product-imports/${id}/rows`)
  return (body as { items: ImportRow[] }).items.filter(({ result }) => result !== 'same')
}

/** `file`: its format and language. */
const exported = async (admin: Caller, file: string, supplierId: number) =>
  (await admin.call(`GET products.${file}&supplier_id=${supplierId}&sort=id&size=200`)).raw

const FILES = ['en', 'fi', 'sv'].flatMap(language => [`csv?lang=${language}`, `xlsx?lang=${language}`])

async function rowsIn(file: Buffer): Promise<CsvCell[][]> {
  const rows: CsvCell[][] = []
  for await (const some of xlsxRows(file)) rows.push(...some.map(({ cells }) => cells.slice(1)))
  return rows
}

async function* one(rows: CsvCell[][]) {
  yield rows
}

test(
  'an exported file of each language imports without changes, and creates the same rows in an empty shop',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(product, { minLength: 1, maxLength: 5 }), fc.boolean(), async (products, isCsv) => {
        const name = `'=Toimittaja; "${++codes}"`
        const { body } = await shop.admin.call('POST suppliers', { name })
        const supplier_id = (body as { id: number }).id
        for (const { vatClass, group, offers, cost, ...form } of products) {
          const added = await shop.admin.call('POST products', {
            ...form,
            supplier_id,
            vat_class_id: shop.vatClasses[vatClass],
            group_id: shop.groups[group],
            stores: shop.stores.map((store_id, at) => ({ store_id, offered: offers[at], alarm_limit: null })),
          })
          expectSuccess(added)
          if (cost === null) continue
          const { id } = added.body as { id: number }
          const price = { supplier_id, valid_from: '2026-01-01', price: cost / 10_000 }
          const priced = await shop.admin.call(`POST products/${id}/purchase-prices`, price)
          expectSuccess(priced)
        }
        for (const file of FILES) {
          const back = await check(shop.admin, await exported(shop.admin, file, supplier_id))
          expect(await wrongRows(shop.admin, back)).toEqual([])
          expect(back).toMatchObject({ rows: { same: products.length }, ignored_columns: [] })
        }

        const rows = await rowsIn(await exported(shop.admin, 'xlsx?lang=fi', supplier_id))
        // Without its heading the column of ids is not read.
        const csv = String(await exported(shop.admin, 'csv?lang=sv', supplier_id)).replace('id;', ';')
        const file = isCsv ? Buffer.from(csv) : await buffer(writeXlsx(one(rows)))
        const fresh = await check(emptyShop.admin, file, '&create_suppliers=true&default_stores=all')
        expect(fresh.rows.new).toBe(products.length)
        expect((await emptyShop.admin.call(`POST product-imports/${fresh.id}/apply`, {})).status).toBe(200)
        const made = emptyShop.database.kysely.selectFrom('supplier').select('id').where('name', '=', name)
        const there = await exported(emptyShop.admin, 'xlsx?lang=fi', (await made.executeTakeFirstOrThrow()).id)
        expect(await rowsIn(there)).toEqual(rows)
      }),
      { numRuns: inTier({ merge: 2, full: 40 }) },
    )
  },
)

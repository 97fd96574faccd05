import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportPreview } from '#contract/catalogue/import-preview.ts'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { packedFile } from '#test/files/packed-file.ts'
import { addVatClass } from '#test/rows/catalogue.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { productImports } from '#test/shop/product-imports.ts'

let office: ShopWithCaller
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['catalogue'] })
  await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  await office.database.kysely.insertInto('supplier').values({ name: 'Maatila' }).execute()
})
afterAll(() => office.close())

const { listRows } = productImports(() => office.me)
beforeEach(() => office.database.kysely.deleteFrom('product_import_columns').execute())

let number = 0
const freshCode = () => {
  const digits = `6489${String(++number).padStart(8, '0')}`
  return digits + checkDigit(digits)
}
type Rows = readonly (readonly (string | number)[])[]
const csv = (rows: Rows, separator = ';') => Buffer.from(rows.map(row => row.join(separator)).join('\n'))
const sheet = (rows: Rows) =>
  rows
    .map(cells => {
      const texts = cells.map(cell =>
        typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
      )
      return `<row>${texts.join('')}</row>`
    })
    .join('')
const xlsx = (rows: Rows) =>
  packedFile({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheet(rows)}</sheetData></worksheet>`,
  })

async function sent<T>(path: string, file: Buffer): Promise<T> {
  const { body } = await office.me.call(`POST product-imports${path}`, file)
  return body as T
}
const check = (file: Buffer, query = '') => sent<ProductImport & { problem: string }>(`?name=a.csv${query}`, file)
/** What is saved is remembered. */
async function checkAndSave(file: Buffer, query: string) {
  const checked = await check(file, query)
  const saved = await office.me.call(`POST product-imports/${checked.id}/apply`, { only_valid: true })
  expect(saved.status).toBe(200)
  return checked
}
const preview = (file: Buffer) => sent<ImportPreview>('/preview', file)
const getColumns = ({ columns }: ImportPreview) => columns.map(({ column }) => column)

/** The files of a shopkeeper's own lists. */
const goods = () => [freshCode(), freshCode(), freshCode()].map((code, at) => [`Tuote ${at}`, code, 1.5 + at])
const OWN: Rows = [['Tuotenimi', 'EAN', 'Myyntihinta', 'ALV-%', 'Toimittaja', 'Yks']]
const createRows = (): Rows => [...OWN, ...goods().map(row => [...row, '13,5 %', 'Maatila', 'kpl'])]
const titled = (): Rows => [['Hinnasto kevät 2026'], ['Maatila Oy', 'puh. 040 123'], ...createRows()]

describe('A file with its own headings', () => {
  test.each([
    ['CSV', csv],
    [
      'CSV with commas',
      (rows: Rows) =>
        csv(
          rows.map(row => row.map(cell => `"${String(cell)}"`)),
          ',',
        ),
    ],
    ['XLSX', xlsx],
    ['UTF-16 without a mark', (rows: Rows) => Buffer.from(csv(rows).toString(), 'utf16le')],
    ['UTF-16 of the other order', (rows: Rows) => Buffer.from(csv(rows).toString(), 'utf16le').swap16()],
  ] as const)('is read without a choice of columns: %s, also below a title', async (_kind, file) => {
    for (const rows of [createRows(), titled()]) {
      const checked = await check(await file(rows))
      expect(checked).toMatchObject({ rows: { new: 3, invalid: 0 }, ignored_columns: [], headings: OWN[0] })
    }
  })

  test('is previewed with the field that each column fills and its first cells, and asks to look at them', async () => {
    const shown = await preview(csv([...titled(), ['x', 'y']]))
    expect(shown).toMatchObject({ heading_row: 3, has_known_columns: false })
    expect(getColumns(shown)).toEqual(['name_fi', 'ean13', 'price', 'vat_class', 'supplier', 'unit'])
    expect(shown.columns[0]).toEqual({
      at: 0,
      heading: 'Tuotenimi',
      column: 'name_fi',
      values: ['Tuote 0', 'Tuote 1', 'Tuote 2'],
    })
    const template = await preview(
      csv([
        ['id', 'Nimi suomeksi', 'Hinta €'],
        ['', 'Maito', '1,45'],
      ]),
    )
    expect(template.has_known_columns).toBe(true)
  })
})

describe('A choice of columns', () => {
  const strange = (): Rows => [
    ['Hinnasto', '', ''],
    ['A', 'B', 'C', 'D', 'E'],
    ...goods().map(([name = '', code = '', price = 0]) => ['x', code, name, price, '13,5 %']),
  ]
  const CHOICE = '&columns=,ean13,name_fi,price,vat_class&heading_row=2'

  test('reads a file without known headings, and is remembered for the next one with these headings', async () => {
    const file = csv(strange())
    expect(await check(file)).toMatchObject({ problem: 'noColumns' })
    expect(await preview(file)).toMatchObject({ heading_row: 2, has_known_columns: false })
    const checked = await checkAndSave(file, CHOICE)
    expect(checked).toMatchObject({ ignored_columns: ['A'], headings: ['A', 'B', 'C', 'D', 'E'] })
    expect((await listRows(checked)).map(({ name }) => name)).toEqual(['Tuote 0', 'Tuote 1', 'Tuote 2'])

    const later = csv(
      strange()
        .slice(1)
        .map(row => row.toReversed()),
    )
    expect(await preview(later)).toMatchObject({ heading_row: 1, has_known_columns: true })
    expect(getColumns(await preview(later))).toEqual(['vat_class', 'price', 'name_fi', 'ean13', null])
    expect((await listRows(await check(later))).map(({ name }) => name)).toEqual(['Tuote 0', 'Tuote 1', 'Tuote 2'])
  })

  test('replaces what the headings say, and what was chosen before', async () => {
    const rows: Rows = [
      ['Nimi', 'Hinta', 'Ulosmyynti', 'ALV'],
      ['Maito', 1, 2, '13,5 %'],
    ]
    await checkAndSave(csv(rows), '&columns=name_fi,,price,vat_class&heading_row=1')
    expect(getColumns(await preview(csv(rows)))).toEqual(['name_fi', null, 'price', 'vat_class'])
    await checkAndSave(csv(rows), '&columns=name_fi,price,,vat_class&heading_row=1')
    expect(getColumns(await preview(csv(rows)))).toEqual(['name_fi', 'price', null, 'vat_class'])
  })

  test.each([
    ['&columns=price,price&heading_row=1', 'columnTwice'],
    ['&columns=price,nonsense&heading_row=1', 'noColumns'],
    ['&columns=price,ean13&heading_row=99', 'noColumns'],
  ])('that makes no table is refused and not remembered: %s', async (query, problem) => {
    expect(
      await check(
        csv([
          ['A', 'B'],
          [1, 2],
        ]),
        query,
      ),
    ).toMatchObject({ problem })
    expect(await office.database.kysely.selectFrom('product_import_columns').selectAll().execute()).toEqual([])
  })

  test('of any columns in any order reads the same cells as the shop’s own headings', async () => {
    const names = ['name_fi', 'ean13', 'price', 'vat_class', 'unit', ''] as const
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...names], { minLength: 3 }), async order => {
        fc.pre(order.filter(Boolean).length > 1)
        const cells: Record<string, string> = {
          name_fi: 'Maito',
          ean13: freshCode(),
          price: '1,45',
          vat_class: '13,5 %',
        }
        const row = order.map(name => cells[name] ?? 'kpl')
        const chosen = await check(
          csv([order.map((_, at) => `K${at}`), row]),
          `&columns=${order.join(',')}&heading_row=1`,
        )
        const plain = await check(csv([order.map((name, at) => name || `K${at}`), row]))
        const getReported = (rows: ImportRow[]) => rows.map(({ cells: _cells, ...rest }) => rest)
        expect(getReported(await listRows(chosen))).toEqual(getReported(await listRows(plain)))
      }),
      { numRuns: 15 },
    )
  })
})

test('each row has its cells as they were', async () => {
  const code = freshCode()
  const checked = await check(
    csv([
      ['Nimi', 'EAN', 'Hinta', 'ALV', 'Toimittaja'],
      ['Maito', code, 'n. 3 €', '24', 'Maatila'],
      ['Piimä', freshCode(), '2,10', '13,5', 'Maatila'],
    ]),
  )
  const [wrong, right] = await listRows(checked)
  expect(wrong).toMatchObject({ result: 'invalid', cells: ['Maito', code, 'n. 3 €', '24', 'Maatila'] })
  expect(right).toMatchObject({ result: 'new', cells: ['Piimä', expect.any(String), '2,10', '13,5', 'Maatila'] })
})

test('a file of OpenDocument is named as such', async () => {
  const file = await packedFile({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' })
  // Office programs store the type uncompressed; here only its bytes matter.
  const stored = Buffer.concat([file.subarray(0, 38), Buffer.from('application/vnd.oasis.opendocument.spreadsheet')])
  expect(await check(stored)).toMatchObject({ problem: 'openDocument' })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { ImportPreview } from '#contract/catalogue/import-preview.ts'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { packedFile } from '#test/files/packed-file.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { productImports } from '#test/shop/product-imports.ts'

let office: ShopWithCaller
let vatClassId: number
let supplier_id: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['catalogue', 'administration'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  await addStore(office.database, { name: 'Kylä' })
  const supplier = office.database.kysely.insertInto('supplier').values({ name: 'Maatila' }).returning('id')
  supplier_id = (await supplier.executeTakeFirstOrThrow()).id
})
afterAll(() => office.close())

const { checkImport, listRows } = productImports(() => office.me)

let number = 0
beforeEach(() => void number++)
/** With an indicator before them, such digits are also the code of a case. */
const codeWith = (indicator: string) => {
  const digits = `${indicator}6491${String(number).padStart(8, '0')}`
  return digits + checkDigit(digits)
}
async function add(change: object = {}): Promise<AdminProduct> {
  const form = productForm({ vat_class_id: vatClassId, supplier_id }, { drawing: 'milk', ...change })
  const { status, body } = await office.me.call('POST products', form)
  expectSuccess({ status, body })
  return body as AdminProduct
}
const read = async (id: number) => (await office.me.call(`GET products/${id}`)).body as AdminProduct

type Rows = readonly (readonly (string | number)[])[]
const csv = (rows: Rows) => Buffer.from(rows.map(row => row.join(';')).join('\n'))
const preview = async (file: Buffer) =>
  (await office.me.call('POST product-imports/preview', file)).body as ImportPreview
const apply = ({ id }: ProductImport, body: object = {}) => office.me.call(`POST product-imports/${id}/apply`, body)
const getValues = (row: ImportRow | undefined) =>
  Object.fromEntries((row?.changes ?? []).map(({ field, to }) => [field, to]))

describe('A code of 14 digits', () => {
  const HEADS = ['Tuotenimi', 'Hinta', 'ALV', 'GTIN-14', 'Kpl/ltk', 'Toimittaja']
  const rowWith = (code: string | number) => ['Testivoi 500 g', '4,50', '13,5', code, 12, 'Maatila']

  test('that begins with 0 is the code of the piece, in whatever column', async () => {
    const piece = codeWith('')
    const [row] = await listRows(await checkImport(csv([HEADS, rowWith(`0${piece}`)])))
    expect(getValues(row)).toMatchObject({ ean13: piece, units_per_case: 12 })
    expect(getValues(row)).not.toHaveProperty('eanCase')
    const [beside] = await listRows(
      await checkImport(
        csv([
          [...HEADS, 'EAN'],
          [...rowWith(`0${piece}`), `0${piece}`],
        ]),
      ),
    )
    expect(getValues(beside)).toMatchObject({ ean13: piece })
    expect(getValues(beside)).not.toHaveProperty('eanCase')
  })

  test('that begins with another digit is the code of a case', async () => {
    const packed = codeWith('1')
    const [row] = await listRows(await checkImport(csv([HEADS, rowWith(packed)])))
    expect(getValues(row)).toMatchObject({ eanCase: packed })
    expect(getValues(row)).not.toHaveProperty('ean13')
  })

  test('of which a spreadsheet dropped the 0 is the code of the piece, in a column of such codes', async () => {
    const piece = codeWith('')
    for (const head of ['GTIN-14', 'ean 14']) {
      const heads = HEADS.map(each => (each === 'GTIN-14' ? head : each))
      const [row] = await listRows(await checkImport(csv([heads, rowWith(piece)])))
      expect(getValues(row)).toMatchObject({ ean13: piece, units_per_case: 12 })
      expect(getValues(row)).not.toHaveProperty('eanCase')
    }
    const wrong = `${piece.slice(0, -1)}${(Number(piece.at(-1)) + 1) % 10}`
    expect(await listRows(await checkImport(csv([HEADS, rowWith(wrong)])))).toMatchObject([{ result: 'invalid' }])
  })

  test.each(['GTIN-14', 'Laatikon EAN'])('beside the same code of the piece is no case’s: %s', async head => {
    const piece = codeWith('')
    const heads = [...HEADS.map(each => (each === 'GTIN-14' ? head : each)), 'EAN']
    const [row] = await listRows(await checkImport(csv([heads, [...rowWith(piece), piece]])))
    expect(getValues(row)).toMatchObject({ ean13: piece })
    expect(getValues(row)).not.toHaveProperty('eanCase')
  })

  test('of the piece in a column of cases is refused', async () => {
    const heads = HEADS.map(each => (each === 'GTIN-14' ? 'Laatikon EAN' : each))
    const [row] = await listRows(await checkImport(csv([heads, rowWith(codeWith(''))])))
    expect(row).toMatchObject({ result: 'invalid', problems: [{ field: 'eanCase', problem: 'eanOfPiece' }] })
  })

  test('stored as a case’s before is found in the list, and corrected by the next import', async () => {
    const piece = codeWith('')
    const { id } = await add({ eanCase: codeWith('1'), units_per_case: 12 })
    await office.database.kysely
      .updateTable('product')
      .set({ ean_case: `0${piece}` })
      .where('id', '=', id)
      .execute()
    await office.database.kysely
      .updateTable('product_code')
      .set({ code_key: `0${piece}` })
      .where('product_id', '=', id)
      .execute()
    const found = async () => {
      const { body } = await office.me.call('GET products?piece_code_as_case=true')
      const home = (await office.me.call('GET home')).body as AdminHome
      expect(home.piece_codes_as_cases).toBe((body as { total: number }).total)
      return (body as { items: ProductRow[] }).items.map(each => each.id)
    }
    expect(await found()).toEqual([id])
    const checked = await checkImport(
      csv([
        ['EAN', 'Hinta'],
        [piece, '4,80'],
      ]),
    )
    expect(await listRows(checked)).toMatchObject([{ result: 'changed', product_id: id }])
    expect((await apply(checked)).status).toBe(200)
    expect(await read(id)).toMatchObject({ ean13: piece, eanCase: null, units_per_case: 12, price: 4.8 })
    expect(await found()).toEqual([])
  })

  test('of which the product has only 13, as a case’s, leaves its price to imports', async () => {
    const { id } = await add({ eanCase: codeWith('1'), units_per_case: 12 })
    const stored = office.database.kysely.updateTable('product').set({ ean_case: codeWith('') })
    await stored.where('id', '=', id).execute()
    const checked = await checkImport(
      csv([
        ['ID', 'Hinta'],
        [id, '4,80'],
      ]),
    )
    expect(await listRows(checked)).toMatchObject([{ result: 'changed', product_id: id, problems: [] }])
    expect((await apply(checked)).status).toBe(200)
    expect(await read(id)).toMatchObject({ eanCase: codeWith(''), price: 4.8 })
  })

  test('in the form is stored with 13 digits', async () => {
    const piece = codeWith('')
    expect(await add({ ean13: `0${piece}` })).toMatchObject({ ean13: piece })
    const alone = productForm(
      { vat_class_id: vatClassId, supplier_id },
      { drawing: 'milk', eanCase: `0${codeWith('0').slice(1)}`, units_per_case: 12 },
    )
    expect(await office.me.call('POST products', alone)).toMatchObject({
      status: 422,
      body: { problems: [{ field: 'eanCase', problem: 'eanOfPiece' }] },
    })
  })
})

describe('An id of another program', () => {
  const FOREIGN = ['ID', 'Type', 'SKU', 'Name', 'Published', 'Description', 'VAT', 'Stock', 'Price', 'Supplier']
  const foreign = (id: number) => [id, 'simple', 'KM-1', 'Sheepskin', 1, 'Soft', '13,5', 3, '89,90', 'Maatila']

  test('matches no product of the shop', async () => {
    const { id } = await add()
    const file = csv([FOREIGN, foreign(id), foreign(id + 1)])
    expect((await preview(file)).columns[0]).toMatchObject({ heading: 'ID', column: null })
    const rows = await listRows(await checkImport(file, '&stock_store=1001'))
    expect(rows.map(({ product_id }) => product_id)).toEqual([null, null])
    expect(await listRows(await checkImport(file, '&columns=id,,,name_en,,,,,price&heading_row=1'))).toMatchObject([
      { product_id: id },
      { product_id: null, problems: expect.arrayContaining([expect.objectContaining({ problem: 'unknown' })]) },
    ])
  })

  test('chosen as ours is asked about once where neither name nor code fit, and left out unless confirmed', async () => {
    const [milk, tea] = [await add({ names: { fi: 'Maito', en: '', sv: '' } }), await add({ ean13: codeWith('') })]
    const file = csv([
      ['id', 'Nimi suomeksi', 'Hinta €', 'EAN-koodi'],
      [milk.id, 'Lampaantalja', '89,90', ''],
      [tea.id, 'Tee, uusi nimi', '3,20', tea.ean13 ?? ''],
    ])
    const checked = await checkImport(file)
    expect(checked).toMatchObject({ rows: { changed: 2 }, other_products: 1 })
    expect(await listRows(checked)).toMatchObject([
      { product_id: milk.id, problems: [{ field: 'id', problem: 'otherProduct', value: 'Maito' }] },
      { product_id: tea.id, problems: [] },
    ])
    expect(await apply(checked)).toMatchObject({ status: 409, body: { code: 'import.otherProducts', rows: 1 } })
    expect(await apply(checked, { other_products: 'leave' })).toMatchObject({
      status: 200,
      body: { state: 'applied', rows: { changed: 1, invalid: 1 }, other_products: 0 },
    })
    expect(await read(milk.id)).toMatchObject({ price: milk.price, names: { fi: 'Maito' } })
    expect(await read(tea.id)).toMatchObject({ price: 3.2, names: { fi: 'Tee, uusi nimi' } })
    const again = await checkImport(
      csv([
        ['id', 'Nimi suomeksi'],
        [milk.id, 'Lampaantalja'],
      ]),
    )
    expect(await apply(again, { other_products: 'change' })).toMatchObject({ status: 200 })
    expect(await read(milk.id)).toMatchObject({ names: { fi: 'Lampaantalja' } })
  })

  test('does not match a store of the shop', async () => {
    const storeId = await addStore(office.database, { name: '1001' })
    const heads = ['Nimi suomeksi', 'Hinta €', 'ALV', 'Toimittaja', 'Kaupat']
    const rowWith = (store: string | number) => [`Tee ${number}`, '3', '13,5', 'Maatila', store]
    const storesIn = async (rows: Rows) => {
      const [row] = await listRows(await checkImport(csv(rows)))
      return getValues(row)['offered_in'] ?? row?.problems
    }
    expect(await storesIn([heads, rowWith(storeId)])).toEqual(['1001'])
    expect(await storesIn([heads, rowWith(1001)])).toEqual(['Kylä'])
    const others = [...heads, 'Vendor code']
    expect(await storesIn([others, [...rowWith('Kylä'), 'x']])).toEqual(['Kylä'])
    expect(await storesIn([others, [...rowWith(1001), 'x']])).toEqual(['1001'])
    expect(await storesIn([others, [...rowWith(storeId), 'x']])).toMatchObject([{ problem: 'unknown' }])
  })
})

describe('A cell that shows an error or a date', () => {
  const HEADS = ['Nimi suomeksi', 'Kuvaus suomeksi', 'Hinta €', 'ALV', 'Toimittaja', 'Tuoteryhmä']
  const getProblems = async (checked: ProductImport) =>
    (await listRows(checked)).map(({ problems }) => problems.map(({ field, problem }) => [field, problem]))

  test.each(['#N/A', '#PUUTTUU!', '#SAKNAS!', '#REF!', '#VIITTAUS!', '#VALUE!', '#ARVO!', '#VÄRDEFEL!', '#DIV/0!'])(
    'is a problem of its row: %s',
    async error => {
      const [name, rest] = [`Leipä ${number}`, ['3', '13,5']]
      const file = csv([
        HEADS,
        [name, '', ...rest, error, 'Leivät'],
        [error, '', ...rest, 'Maatila', 'Leivät'],
        [name, error, ...rest, 'Maatila', error],
      ])
      const checked = await checkImport(file, '&create_suppliers=true')
      expect(checked).toMatchObject({ rows: { invalid: 3 }, new_suppliers: [], new_groups: [] })
      expect(await getProblems(checked)).toEqual([
        [['supplier_id', 'sheetError']],
        [['names.fi', 'sheetError']],
        [
          ['descriptions.fi', 'sheetError'],
          ['group_id', 'sheetError'],
        ],
      ])
    },
  )

  test('is recognised in a spreadsheet by its type and its format', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
    const row = (cells: string) => `<row>${cells}</row>`
    const good = `<c><v>3</v></c><c><v>13.5</v></c>${text('Maatila')}`
    const file = await packedFile({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="1"/></sheets></workbook>',
      'xl/styles.xml':
        '<styleSheet><numFmts count="4"><numFmt numFmtId="164" formatCode="d\\.m\\.yyyy"/><numFmt numFmtId="165" formatCode="0.00&quot; myyty&quot;"/><numFmt numFmtId="166" formatCode="0.00;[Magenta]-0.00"/><numFmt numFmtId="167" formatCode="[hh]"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs></styleSheet>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${[
        HEADS.slice(0, 5).map(text).join(''),
        `${text('Ruis')}<c t="e"><v>#N/A</v></c>${good}`,
        `${text('Ruis')}<c t="e"><v>#BUSY!</v></c>${good}`,
        `<c t="d"><v>2026-12-06T00:00:00</v></c>${text('')}${good}`,
        `<c s="1"><v>46003</v></c>${text('')}${good}`,
        `${text('Ruis')}${text('')}<c s="2"><v>46359</v></c><c><v>13.5</v></c>${text('Maatila')}`,
        ...[3, 4, 5].map(
          style =>
            `${text(`Ruis ${style}`)}${text('')}<c s="${style}"><v>46</v></c><c><v>13.5</v></c>${text('Maatila')}`,
        ),
      ]
        .map(row)
        .join('')}</sheetData></worksheet>`,
    })
    expect(await getProblems(await checkImport(file))).toEqual([
      [['descriptions.fi', 'sheetError']],
      [['descriptions.fi', 'sheetError']],
      [['names.fi', 'sheetDate']],
      [['names.fi', 'sheetDate']],
      [['price', 'sheetDate']],
      [],
      [],
      [['price', 'sheetDate']],
    ])
  })
})

test('numbers and dates of a spreadsheet are shown, and saved with wrong rows, as in Finland', async () => {
  const cells = '<c t="str"><v>Ruis</v></c><c><v>1.5</v></c><c s="1"><v>46003</v></c>'
  const file = await packedFile({
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="1"/></sheets></workbook>',
    'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row><c t="str"><v>Nimi</v></c><c t="str"><v>Hinta €</v></c><c t="str"><v>ALV</v></c><c s="1"><v>46003</v></c></row><row>${cells}</row></sheetData></worksheet>`,
  })
  const { columns } = await preview(file)
  expect(columns.map(({ heading, values }) => [heading, ...values])).toEqual([
    ['Nimi', 'Ruis'],
    ['Hinta €', '1,5'],
    ['ALV', '12.12.2025'],
    ['12.12.2025', ''],
  ])
  const checked = await checkImport(file)
  expect(checked).toMatchObject({ headings: ['Nimi', 'Hinta €', 'ALV', '12.12.2025'], ignored_columns: ['12.12.2025'] })
  const [row] = await listRows(checked)
  expect(row?.cells).toEqual(['Ruis', '1,5', '12.12.2025'])
  expect(row?.problems).toContainEqual({ field: 'vat_class_id', problem: 'sheetDate', value: '12.12.2025' })
})

test('HTML of a web shop becomes plain text, which is reported once', async () => {
  const heads = ['Nimi suomeksi', 'Kuvaus suomeksi', 'Hinta €', 'ALV', 'Toimittaja', 'Tuoteryhmä']
  const rest = ['3', '13,5', 'Maatila']
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  const checked = await checkImport(
    csv([
      heads,
      [
        'Jäätelö',
        quoted('<p>Crisp &amp; <strong class="x">local</strong>.</p><ul><li>150 g</li></ul>'),
        ...rest,
        quoted('Ruoka &gt; Jäätelö'),
      ],
      [quoted('Ben &amp; Jerry&#8217;s testi'), quoted('5 < 6 & 7 > 3'), ...rest, ''],
    ]),
  )
  const [first, second] = await listRows(checked)
  expect(getValues(first)).toMatchObject({ 'descriptions.fi': 'Crisp & local. 150 g', group_id: 'Ruoka > Jäätelö' })
  expect(getValues(second)).toMatchObject({ 'names.fi': 'Ben & Jerry’s testi', 'descriptions.fi': '5 < 6 & 7 > 3' })
  expect(checked).toMatchObject({ html_texts: 3, new_groups: ['Ruoka > Jäätelö'] })
})

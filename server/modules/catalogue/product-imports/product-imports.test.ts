import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/administration/audit-log.ts'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { ProductImport } from '#contract/catalogue/product-imports.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import type { Caller } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { productImports } from '#test/shop/product-imports.ts'
import { onlyInFullTier } from '#test/tier.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let anna: Caller
let food: number, general: number
let supplier_id: number, storeId: number
let number = 0
beforeAll(async () => {
  office = await openShop({
    as: 'admin',
    now: () => new Date('2026-03-02T10:00:00Z'),
    modules: ['catalogue', 'administration'],
  })
  food = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  general = await addVatClass(database, { name: 'general', rates: { '2020-01-01': 2550 } })
  storeId = await addStore(database, { name: 'Kylä' })
  const supplier = database.kysely.insertInto('supplier').values({ name: 'Maatila' }).returning('id')
  supplier_id = (await supplier.executeTakeFirstOrThrow()).id
})
beforeEach(() => void number++)
afterAll(() => office.close())

const freshCode = () => {
  const digits = `6419${String(++number).padStart(8, '0')}`
  return digits + checkDigit(digits)
}
const form = (change: object = {}) => productForm({ vat_class_id: food, supplier_id }, { drawing: 'milk', ...change })
async function added(change: object = {}): Promise<AdminProduct> {
  const { status, body } = await anna.call('POST products', form(change))
  expectSuccess({ status, body })
  return body as AdminProduct
}
const read = async (id: number) => (await anna.call(`GET products/${id}`)).body as AdminProduct
const getAuditLog = async (id: number) =>
  ((await anna.call(`GET audit/product/${id}`)).body as { items: AuditEntry[] }).items

type Checked = ProductImport & { code: string; problem: string }
async function check(file: string | Buffer, query = ''): Promise<Checked> {
  const { body } = await anna.call(`POST product-imports?name=hinnat.csv${query}`, Buffer.from(file))
  return body as Checked
}
const { listRows } = productImports(() => anna)
const getProblems = async (file: string) =>
  (await listRows(await check(file))).map(({ problems }) => problems.map(({ field, problem }) => [field, problem]))
async function apply(id: number, body: object = {}) {
  const answer = await anna.call(`POST product-imports/${id}/apply`, body)
  return { status: answer.status, body: answer.body as Checked & { rows: number } }
}
async function undo(id: number) {
  const answer = await anna.call(`POST product-imports/${id}/undo`, {})
  return { status: answer.status, body: answer.body as Checked }
}
const revise = async (product: AdminProduct, change: object) => {
  const { supplier, stores: _stores, ...fields } = await read(product.id)
  const keys = Object.keys(form())
  const picked = Object.fromEntries(Object.entries(fields).filter(([name]) => keys.includes(name)))
  const body = { ...picked, supplier_id: supplier.id, revision: fields.revision, ...change }
  expect((await anna.call(`PUT products/${product.id}`, body)).status).toBe(200)
}

describe('a dry run', () => {
  test('reports each row as new, changed, the same or wrong, and changes nothing', async () => {
    const [first, second, fresh] = [freshCode(), freshCode(), freshCode()]
    const cheap = await added({ ean13: first })
    await added({ ean13: second })
    const before = await read(cheap.id)
    const file = `ean13;price;name_fi;vat_class;supplier\r\n${first};1,95 €;Maito;food;Maatila\r\n${second};1,45;Maito;13,5 %;maatila\r\n${fresh};2;Uusi;Elintarvikkeet;Maatila\r\n${freshCode()};paljon;Uusi;food;Maatila\r\n`
    const checked = await check(`\uFEFF${file}`)
    expect(checked).toMatchObject({ state: 'checked', rows: { new: 1, changed: 1, same: 1, invalid: 1 } })
    const rows = await listRows(checked)
    expect(rows.map(({ row, result }) => [row, result])).toEqual([
      [2, 'changed'],
      [3, 'same'],
      [4, 'new'],
      [5, 'invalid'],
    ])
    expect(rows[0]).toMatchObject({ product_id: cheap.id, changes: [{ field: 'price', from: 1.45, to: 1.95 }] })
    expect(rows[3]?.problems).toEqual([{ field: 'price', problem: 'invalidNumber', value: 'paljon' }])
    expect(await read(cheap.id)).toEqual(before)
    expect((await listRows(checked, 'result=new')).map(({ row }) => row)).toEqual([4])
  })

  test('matches a product by id, then EAN, then product code, then case code', async () => {
    const [ean13, product_code, eanCase] = [freshCode(), freshCode(), freshCode()]
    const { id } = await added({ ean13, product_code, eanCase, units_per_case: 6 })
    const other = await added({ ean13: freshCode() })
    const getProductIds = async (file: string) =>
      (await listRows(await check(file))).map(({ product_id }) => product_id)
    expect(await getProductIds(`id;ean13;price\n${other.id};${freshCode()};3`)).toEqual([other.id])
    expect(await getProductIds(`ean13;product_code;price\n${ean13};${freshCode()};3`)).toEqual([id])
    expect(await getProductIds(`ean13;product_code;price\n${freshCode()};${product_code};3`)).toEqual([id])
    expect(await getProductIds(`eanCase;price\n${eanCase};3`)).toEqual([id])
    expect(await getProductIds(`ean13;price\n${eanCase};3`)).toEqual([null])
  })

  test('matches a product without a code by name and supplier, and reports ambiguous matches', async () => {
    const name = `Peruna ${number}`
    const file = `name_fi;supplier;vat_class;price\n${name};Maatila;food;1,20\n`
    expect((await apply((await check(file)).id)).status).toBe(200)
    const [again] = await listRows(await check(file))
    expect(again).toMatchObject({ result: 'same', product_id: expect.any(Number) })
    const dearer = await listRows(await check(file.replace('1,20', '1,30').toUpperCase().replace('FOOD', 'food')))
    expect(dearer).toMatchObject([{ product_id: again?.product_id }])
    // A code or another supplier is another product.
    const others = `name_fi;supplier;vat_class;price;ean13\n${name};Toinen;food;1;\n${name};Maatila;food;1;${freshCode()}`
    const { id } = await check(others, '&create_suppliers=true')
    expect((await listRows({ id })).map(({ result }) => result)).toEqual(['new', 'new'])
    await added({ names: { fi: name, sv: '', en: 'Potato' } })
    expect(await getProblems(file)).toEqual([[['names.fi', 'ambiguous']]])
    const csv = `name_fi;name_en;supplier;price\n${name};Potato;Maatila;2`
    expect((await listRows(await check(csv)))[0]).toMatchObject({ result: 'changed', problems: [] })
  })

  test('reports a name repeated without codes, and one that was created since', async () => {
    const file = `name_fi;supplier;vat_class;price\nSipuli ${number};Maatila;food;1,20\n`
    const twice = `${file}sipuli ${number} ;maatila;food;1,30\n`
    expect(await getProblems(twice)).toEqual([[], [['id', 'rowRepeated']]])
    const [first, second] = [await check(file), await check(file)]
    expect((await apply(first.id)).status).toBe(200)
    expect(await apply(second.id)).toMatchObject({ status: 409, body: { code: 'import.outdated', rows: 1 } })
    expect((await listRows(second))[0]?.problems).toEqual([{ field: 'id', problem: 'madeSince' }])
  })

  test('reports the problem of each wrong cell', async () => {
    const ean13 = freshCode()
    const { id } = await added({ ean13 })
    const head = 'id;name_fi;price;deposit;vat_class;supplier;ean13;enabled;content_unit;min_age'
    const good = `${id};Maito;2;0;food;Maatila;${ean13};kyllä;;`
    expect(
      await getProblems(
        [
          head,
          `${id};;2;0;food;Maatila;${ean13};;;`,
          ';Uusi;2;3;food;Maatila;;;;',
          ';Uusi;2;0;ruoka;Kauppias;6,4E+12;ehkä;m;0',
          ';Uusi;;;;;6410000000011;;;',
          '999999;Uusi;2;0;food;Maatila;;;;',
        ].join('\n'),
      ),
    ).toEqual([
      [],
      [['deposit', 'depositAbovePrice']],
      [
        ['ean13', 'digitsLost'],
        ['enabled', 'invalidYesNo'],
        ['content_unit', 'invalidChoice'],
        ['min_age', 'invalidWholeNumber'],
        ['supplier_id', 'unknown'],
        ['vat_class_id', 'unknown'],
      ],
      [
        ['price', 'required'],
        ['vat_class_id', 'required'],
        ['supplier_id', 'required'],
        ['ean13', 'ean13'],
      ],
      [['id', 'unknown']],
    ])
    expect(await getProblems([head, good, good].join('\n'))).toEqual([[], [['id', 'rowRepeated']]])
  })

  test('reports codes that two rows share, and codes that another product has', async () => {
    const [free, usedCode] = [freshCode(), freshCode()]
    await added({ ean13: freshCode(), eanCase: usedCode, units_per_case: 2 })
    const rows = [`Uusi;1;food;Maatila;${free}`, `Uusi;1;food;Maatila;${free}`, `Uusi;1;food;Maatila;${usedCode}`]
    expect(await getProblems(`name_fi;price;vat_class;supplier;ean13\n${rows.join('\n')}`)).toEqual([
      [],
      [['ean13', 'repeated']],
      [['ean13', 'taken']],
    ])
  })

  test.each([
    ['', 'empty'],
    ['Tuote;Euroa\nMaito;1', 'noColumns'],
    ['price;name_fi;Hinta\n1;Maito;2', 'columnTwice'],
    ['price;name_fi\n\0\0', 'notSpreadsheet'],
    ['\uFEFF <html><table><tr><td>price</td></tr></table></html>', 'notSpreadsheet'],
    ['PK\u0003\u0004 no spreadsheet', 'damaged'],
    [`ean13;price\n${'6410000000018;1\n'.repeat(20_001)}`, 'tooManyRows'],
  ] as const)('refuses a file that is not a table of products, with the reason: $1', async (file, problem) => {
    expect(await check(file)).toMatchObject({ code: 'import.unreadable', problem })
  })

  test('skips the template’s examples in each language', async () => {
    for (const language of ['en', 'fi', 'sv']) {
      const { text } = await anna.call(`GET product-imports/template.csv?lang=${language}`)
      const checked = await check(text)
      expect([checked.examples, checked.rows]).toEqual([2, { new: 0, changed: 0, same: 0, invalid: 0 }])
      // Without the word that marks it, an example is a product that can be added.
      const filled = await check(text.replaceAll(/example|esimerkki|exempel/g, ''))
      expect(filled.rows.invalid).toBe(2)
      const missing = (await listRows(filled)).map(({ problems }) =>
        problems.map(({ field, problem }) => [field, problem]),
      )
      expect(missing).toEqual([[['supplier_id', 'required']], [['supplier_id', 'required']]])
    }
  })
})

describe('an import', () => {
  const sixRows = async () => {
    const [ean13, other] = [freshCode(), freshCode()]
    const product = await added({ ean13 })
    const file = `ean13;price;name_fi;vat_class;supplier\n${ean13};2,5;Maito;food;Maatila\n${other};3;Uusi maito;general;Maatila`
    return { product, checked: await check(file), other }
  }

  test('saves what the dry run reported, each product with its version and audit entry', async () => {
    const { product, checked } = await sixRows()
    const applied = await apply(checked.id)
    expect(applied).toMatchObject({ status: 200, body: { state: 'applied', outcomes: { applied: 2 }, done: 2 } })
    const changed = await read(product.id)
    expect(changed).toMatchObject({ price: 2.5, revision: 2, drawing: 'milk', perishable: true })
    expect(changed.version_id).toBeGreaterThan(product.version_id)
    const [, made] = await listRows(checked)
    expect(await read(made?.product_id ?? 0)).toMatchObject({
      price: 3,
      vat_class_id: general,
      unit: 'kpl',
      enabled: true,
    })
    const [entry] = await getAuditLog(product.id)
    expect(entry).toMatchObject({
      action: 'changed',
      by: { id: anna.id },
      reason: `import ${checked.id}`,
      changes: [{ field: 'price', from: 1.45, to: 2.5 }],
    })
    expect(await getAuditLog(made?.product_id ?? 0)).toMatchObject([
      { action: 'created', reason: `import ${checked.id}` },
    ])
  })

  test('is saved once when it is applied several times, also concurrently', async () => {
    const { product, checked } = await sixRows()
    const both = await Promise.all([apply(checked.id), apply(checked.id)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await apply(checked.id)).body.state).toBe('applied')
    expect((await read(product.id)).revision).toBe(2)
    expect((await getAuditLog(product.id)).length).toBe(2)
  })

  test('is refused with wrong rows, unless only the valid ones are requested', async () => {
    const ean13 = freshCode()
    const product = await added({ ean13 })
    const { id } = await check(`ean13;price\n${ean13};2\n123;3`)
    expect(await apply(id)).toMatchObject({ status: 409, body: { code: 'import.hasInvalidRows', rows: 1 } })
    expect((await read(product.id)).price).toBe(1.45)
    expect(await apply(id, { only_valid: true })).toMatchObject({ status: 200, body: { outcomes: { applied: 1 } } })
    expect((await read(product.id)).price).toBe(2)
  })

  test('saves nothing when its products changed since, and marks their rows', async () => {
    const { product, checked, other } = await sixRows()
    await revise(product, { price: 9 })
    await added({ ean13: other })
    expect(await apply(checked.id)).toMatchObject({ status: 409, body: { code: 'import.outdated', rows: 1 } })
    expect(await apply(checked.id, { only_valid: true })).toMatchObject({
      status: 409,
      body: { code: 'import.outdated' },
    })
    expect((await listRows(checked)).map(({ problems }) => problems[0]?.problem)).toEqual(['changedSince', 'taken'])
    expect((await apply(checked.id, { only_valid: true })).body).toMatchObject({ outcomes: { applied: 0 } })
    expect((await read(product.id)).price).toBe(9)
  })

  test('lets two products of one file swap their codes', async () => {
    const [a, b] = [freshCode(), freshCode()]
    const [first, second] = [await added({ ean13: a }), await added({ ean13: b })]
    const { id, rows } = await check(`id;ean13\n${first.id};${b}\n${second.id};${a}`)
    expect(rows.changed).toBe(2)
    expect((await apply(id, { other_products: 'change' })).status).toBe(200)
    expect([(await read(first.id)).ean13, (await read(second.id)).ean13]).toEqual([b, a])
    expect((await undo(id)).body.outcomes.restored).toBe(2)
    expect([(await read(first.id)).ean13, (await read(second.id)).ean13]).toEqual([a, b])
  })

  test('creates suppliers on request, and removes them when it is undone', async () => {
    const file = `name_fi;price;vat_class;supplier\nKorppu;2;food;Uusi Leipomo\nPulla;2;food;uusi leipomo`
    expect((await check(file)).rows.invalid).toBe(2)
    const checked = await check(file, '&create_suppliers=true')
    expect(checked).toMatchObject({ rows: { new: 2 }, new_suppliers: ['Uusi Leipomo'] })
    await apply(checked.id)
    const suppliers = () =>
      database.kysely.selectFrom('supplier').select('name').where('name', 'ilike', 'uusi%').execute()
    expect(await suppliers()).toEqual([{ name: 'Uusi Leipomo' }])
    expect((await undo(checked.id)).body.outcomes).toMatchObject({ removed: 2 })
    expect(await suppliers()).toEqual([])
  })
})

test.runIf(onlyInFullTier('it waits for the server to notice a lost connection'))(
  'an import whose connection is lost saves nothing, and can be applied again',
  async () => {
    const rows = Array.from({ length: 1_000 }, (_each, at) => `Katkos ${at};1;food;Maatila;${freshCode()}`)
    const { id } = await check(`name_fi;price;vat_class;supplier;ean13\n${rows.join('\n')}`)
    const made = () =>
      database.kysely
        .selectFrom('product_version')
        .select('id')
        .where(sql`names ->> 'fi'`, 'like', 'Katkos %')
        .execute()
    const dying = apply(id)
    const halfWay = database.kysely
      .selectFrom('product_import_progress')
      .selectAll()
      .where('product_import_id', '=', id)
    while (!((await halfWay.executeTakeFirst())?.done ?? 0)) await sleep(2)
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '20 milliseconds'`.execute(
      database.kysely,
    )
    expect((await dying).status).toBe(503)
    expect([(await made()).length, (await anna.call(`GET product-imports/${id}`)).body]).toMatchObject([
      0,
      { state: 'checked', outcomes: { applied: 0 } },
    ])
    expect((await apply(id)).body).toMatchObject({ state: 'applied', outcomes: { applied: 1_000 } })
    expect((await made()).length).toBe(1_000)
    expect((await undo(id)).body.outcomes.removed).toBe(1_000)
  },
)

describe('an undone import', () => {
  test('restores each changed product and removes those it created', async () => {
    const ean13 = freshCode()
    const product = await added({ ean13, min_age: 18 })
    const before = await read(product.id)
    const { id } = await check(
      `ean13;price;name_fi;vat_class;supplier;min_age;descriptions_fi\n${ean13};7;Muu;general;Maatila;;x\n${freshCode()};1;Uusi;food;Maatila;;`,
    )
    expect((await apply(id)).body.outcomes.applied).toBe(2)
    const undone = await undo(id)
    expect(undone.body).toMatchObject({ state: 'undone', outcomes: { restored: 1, removed: 1, applied: 0 } })
    const { revision: _r, version_id: _v, updated_at: _u, ...rest } = before
    expect(await read(product.id)).toMatchObject(rest)
    const [, made] = await listRows({ id })
    expect((await anna.call(`GET products/${made?.product_id}`)).status).toBe(404)
    expect(await getAuditLog(made?.product_id ?? 0)).toMatchObject([{ action: 'removed' }, { action: 'created' }])
    expect((await undo(id)).body.state).toBe('undone')
    expect((await apply(id)).status).toBe(409)
  })

  test('keeps products changed since, disables used ones, and reports it row by row', async () => {
    const [changed, plain, used] = [freshCode(), freshCode(), freshCode()]
    const [first, second] = [await added({ ean13: changed }), await added({ ean13: plain })]
    const { id } = await check(
      `ean13;price;name_fi;vat_class;supplier\n${changed};2;A;food;Maatila\n${plain};2;B;food;Maatila\n${used};2;C;food;Maatila`,
    )
    await apply(id)
    await revise(first, { price: 5 })
    const made = (await listRows({ id }))[2]?.product_id ?? 0
    await database.kysely
      .insertInto('stock_move')
      .values({ store_id: storeId, product_id: made, quantity_thousandths: 1000, kind: 'delivery' })
      .execute()
    expect((await undo(id)).body.outcomes).toEqual({ applied: 0, restored: 1, removed: 0, disabled: 1, skipped: 1 })
    const rows = await listRows({ id })
    expect(rows.map(({ outcome }) => outcome)).toEqual(['skipped', 'restored', 'disabled'])
    expect(rows[0]?.problems).toEqual([{ field: 'id', problem: 'changedSince' }])
    expect([(await read(first.id)).price, (await read(second.id)).price]).toEqual([5, 1.45])
    expect(await read(made)).toMatchObject({ enabled: false })
  })

  test('does not restore a code that another product has taken', async () => {
    const [old, fresh] = [freshCode(), freshCode()]
    const product = await added({ ean13: old })
    const { id } = await check(`id;ean13\n${product.id};${fresh}`)
    await apply(id, { other_products: 'change' })
    const taker = await added({ ean13: old })
    expect((await undo(id)).body.outcomes).toMatchObject({ skipped: 1, restored: 0 })
    expect((await listRows({ id }))[0]?.problems).toEqual([{ field: 'ean13', problem: 'taken', product_id: taker.id }])
    expect((await read(product.id)).ean13).toBe(fresh)
  })

  test('must have been applied before', async () => {
    const { id } = await check(`ean13;price\n${freshCode()};1`)
    expect(await undo(id)).toMatchObject({ status: 409, body: { code: 'import.notApplied' } })
    expect((await undo(999_999)).status).toBe(404)
    expect((await apply(999_999)).status).toBe(404)
    expect((await anna.call('GET product-imports/999999/rows')).status).toBe(404)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { ProductGroup } from '#contract/catalogue/product-groups.ts'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let anna: Caller
let vatClassId: number
let supplierId: number
beforeAll(async () => {
  office = await openShop({
    as: 'admin',
    now: () => new Date('2026-03-02T10:00:00Z'),
    modules: ['catalogue', 'administration'],
  })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  const supplier = database.kysely.insertInto('supplier').values({ name: 'Maatila' }).returning('id')
  supplierId = (await supplier.executeTakeFirstOrThrow()).id
})
afterAll(() => office.close())

const group = (fi: string, change: object = {}) => ({
  names: { en: '', fi, sv: '' },
  sort_order: 10,
  sales_account: null,
  hidden: false,
  ...change,
})
async function added(fi: string, change: object = {}): Promise<ProductGroup> {
  const { status, body } = await anna.call('POST product-groups', group(fi, change))
  expectSuccess({ status, body })
  return body as ProductGroup
}
async function addedProduct(group_id: number | null, change: object = {}): Promise<AdminProduct> {
  const form = productForm(
    { vat_class_id: vatClassId, supplier_id: supplierId },
    { drawing: 'milk', group_id, ...change },
  )
  const { status, body } = await anna.call('POST products', form)
  expectSuccess({ status, body })
  return body as AdminProduct
}
const read = async (id: number) => (await anna.call(`GET products/${id}`)).body as AdminProduct
const getAudit = (kind: string, id: number) => listAuditEntries(anna, `${kind}/${id}?lang=fi`)
async function save({ id, revision, ...product }: AdminProduct, change: object) {
  const { version_id: _v, vat: _r, supplier, stores: _s, images: _i, created_at: _c, updated_at: _u, ...form } = product
  return anna.call(`PUT products/${id}`, { ...form, supplier_id: supplier.id, revision, ...change })
}

async function sell(productId: number): Promise<void> {
  const { version_id } = await read(productId)
  const db = database.kysely
  const store_id = await addStore(database)
  const order = { user_id: anna.id, store_id, status: 'checkout', total_cents: 145, net_cents: 128 } as const
  const { id } = await db
    .insertInto('customer_order')
    .values({ ...order, order_type: 'standard' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { order_id: id, product_version_id: version_id, product_id: productId, quantity_thousandths: 1000 }
  const price = { unit_price_cents: 145, total_cents: 145, rate_basis_points: 1350 }
  await db
    .insertInto('order_line')
    .values({ ...line, ...price })
    .execute()
}

describe('a product group', () => {
  test('is created, listed in its order, changed and removed, and its audit log stays', async () => {
    const late = await added('Maidot', { sort_order: 30, sales_account: '3010' })
    const early = await added('Leivät', { names: { en: 'Bread', fi: 'Leivät', sv: 'Bröd' }, sort_order: 20 })
    const { items } = (await anna.call('GET product-groups?lang=sv')).body as { items: ProductGroup[] }
    expect(items.map(({ name, products }) => ({ name, products }))).toEqual([
      { name: 'Bröd', products: 0 },
      { name: 'Maidot', products: 0 },
    ])
    expect(await anna.call('GET product-groups?q=bread&lang=fi')).toMatchObject({ body: { total: 1 } })
    const change = { ...group('Maito'), revision: late.revision, hidden: true, reason: 'shorter' }
    expect(await anna.call(`PUT product-groups/${late.id}`, change)).toMatchObject({
      status: 200,
      body: { name: 'Maito', hidden: true, sales_account: null, revision: 2 },
    })
    const outdated = await anna.call(`PUT product-groups/${late.id}`, change)
    expect(outdated).toMatchObject({ status: 409, body: { code: 'record.changed', current: { name: 'Maito' } } })
    for (const { id } of [late, early]) expect((await anna.call(`DELETE product-groups/${id}`)).status).toBe(200)
    expect((await anna.call(`GET product-groups/${late.id}`)).status).toBe(404)
    const [removed, changed] = await getAudit('productGroup', late.id)
    expect(removed?.action).toBe('removed')
    expect(changed).toMatchObject({ reason: 'shorter' })
    expect(changed?.changes).toContainEqual({ field: 'sales_account', from: '3010', to: null })
  })

  test('has a name that no other group has in any language, since imports find it by that', async () => {
    const { id, revision } = await added('Juomat', { names: { en: 'Drinks', fi: 'Juomat', sv: '' } })
    const other = await anna.call('POST product-groups', { ...group(' DRINKS ') })
    expect(other).toMatchObject({
      status: 422,
      body: { code: 'form.invalid', problems: [{ field: 'names.fi', problem: 'taken' }] },
    })
    // Its own names are no others'.
    const swapped = { ...group(''), names: { en: 'Juomat', fi: 'Drinks', sv: '' }, revision }
    expect((await anna.call(`PUT product-groups/${id}`, swapped)).status).toBe(200)
    expect(await anna.call('POST product-groups', group(' '))).toMatchObject({
      status: 422,
      body: { problems: [{ field: 'names', problem: 'required' }] },
    })
  })

  test.each([{ sales_account: '30 10' }, { sales_account: '' }, { sort_order: 1.5 }, { names: { fi: 'x' } }])(
    'is not created from %j',
    async change => {
      expect((await anna.call('POST product-groups', group('Outo', change))).status).toBe(422)
    },
  )

  test('can be emptied and removed, unless something was sold under it', async () => {
    const { id } = await added('Hedelmät')
    const apple = await addedProduct(id)
    expect(await anna.call(`DELETE product-groups/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'record.inUse', products: 1 },
    })
    expect((await save(apple, { group_id: null })).status).toBe(200)
    expect((await anna.call(`DELETE product-groups/${id}`)).status).toBe(200)

    const sold = await added('Vihannekset')
    const leek = await addedProduct(sold.id)
    await sell(leek.id)
    expect((await save(leek, { group_id: null })).status).toBe(200)
    expect(await anna.call(`DELETE product-groups/${sold.id}`)).toMatchObject({
      status: 409,
      body: { code: 'record.inUse', products: 0 },
    })
  })
})

describe('a product', () => {
  test('gets a new version with its group, so that earlier sales keep theirs, and the audit log has its name', async () => {
    const [cold, warm] = [await added('Kylmät'), await added('Lämpimät')]
    const soup = await addedProduct(cold.id)
    expect((await save(soup, { group_id: warm.id })).body).toMatchObject({ group_id: warm.id })
    const { body } = await anna.call(`GET products/${soup.id}/versions`)
    const versions = (body as { items: { group_id: number; is_current: boolean }[] }).items
    expect(versions.map(({ group_id, is_current }) => [group_id, is_current])).toEqual([
      [warm.id, true],
      [cold.id, false],
    ])
    const [entry] = await getAudit('product', soup.id)
    expect(entry).toMatchObject({
      changes: [{ field: 'group_id', from: cold.id, to: warm.id }],
      names: { [`productGroup.${cold.id}`]: 'Kylmät', [`productGroup.${warm.id}`]: 'Lämpimät' },
    })
    const unknown = await save(await read(soup.id), { group_id: 999_999 })
    expect(unknown).toMatchObject({ status: 422, body: { problems: [{ field: 'group_id', problem: 'unknown' }] } })
  })

  test('is found by its group, also among the words of a search, and without one', async () => {
    const { id } = await added('Keksit')
    const biscuit = await addedProduct(id, { names: { en: 'Oat biscuit', fi: 'Kaurakeksi', sv: '' } })
    const loose = await addedProduct(null, { names: { en: 'Oat flake', fi: 'Kaurahiutale', sv: '' } })
    const found = async (query: string) => {
      const { items } = (await anna.call(`GET products?lang=fi&${query}`)).body as { items: ProductRow[] }
      return items.map(row => ({ id: row.id, group: row.group?.name ?? null }))
    }
    expect(await found(`group_id=${id}`)).toEqual([{ id: biscuit.id, group: 'Keksit' }])
    expect(await found(`group_id=${id}&q=kaura`)).toEqual([{ id: biscuit.id, group: 'Keksit' }])
    expect(await found('group_id=0&q=kaura')).toEqual([{ id: loose.id, group: null }])
    expect(String((await anna.call(`GET products.csv?lang=fi&group_id=${id}`)).raw)).toContain(';Keksit')
  })
})

describe('a change of many products', () => {
  test('puts them into a group, and back where they were', async () => {
    const [tea, coffee] = [await added('Teet'), await added('Kahvit')]
    const ids = [(await addedProduct(tea.id)).id, (await addedProduct(null)).id]
    const change = { kind: 'group', group_id: coffee.id }
    const preview = await anna.call('POST products/bulk?lang=fi', { preview: true, ids, change })
    const { preview_hash, rows } = preview.body as { preview_hash: string; rows: { from: string | null; to: string }[] }
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      ['Teet', 'Kahvit'],
      [null, 'Kahvit'],
    ])
    const done = await anna.call('POST products/bulk', { preview: false, ids, change, preview_hash })
    expect(done).toMatchObject({ status: 200, body: { changed: 2 } })
    expect((await read(ids[1] ?? 0)).group_id).toBe(coffee.id)
    // A product whose former group is gone stays where it is.
    expect((await anna.call(`DELETE product-groups/${tea.id}`)).status).toBe(200)
    const undone = await anna.call(`POST bulk-changes/${(done.body as { id: number }).id}/undo`)
    expect(undone).toMatchObject({ status: 200, body: { restored: 1, skipped: [{ product_id: ids[0] }] } })
    expect((await read(ids[1] ?? 0)).group_id).toBeNull()
    const unknown = { preview: true, ids, change: { kind: 'group', group_id: tea.id } }
    expect((await anna.call('POST products/bulk', unknown)).status).toBe(422)
  })
})

describe('an import', () => {
  const check = async (file: string): Promise<ProductImport> => {
    const { status, body } = await anna.call('POST product-imports?name=file', Buffer.from(file))
    expectSuccess({ status, body })
    return body as ProductImport
  }
  const getRows = async ({ id }: ProductImport) =>
    ((await anna.call(`GET product-imports/${id}/rows?lang=fi`)).body as { items: ImportRow[] }).items

  test.each(['Ryhmä', 'Tuoteryhmä', 'group', 'Product group', 'Grupp', 'Varugrupp'])(
    'reads the heading “%s”, finds a group by a name in any language, and empties it by an empty cell',
    async heading => {
      const { id } = await added(`Mausteet ${heading}`, {
        names: { en: `Spices ${heading}`, fi: `Mausteet ${heading}`, sv: '' },
      })
      const [first, second] = [`64821${String(id).padStart(7, '0')}`, `64822${String(id).padStart(7, '0')}`].map(
        digits => digits + checkDigit(digits),
      )
      const salt = await addedProduct(null, { ean13: first })
      const pepper = await addedProduct(id, { ean13: second })
      const checked = await check(`EAN;${heading}\n${first};spices ${heading.toUpperCase()}\n${second};\n`)
      expect(checked).toMatchObject({ rows: { changed: 2 }, new_groups: [], ignored_columns: [] })
      expect((await getRows(checked)).map(({ changes }) => changes)).toEqual([
        [{ field: 'group_id', from: null, to: `Mausteet ${heading}` }],
        [{ field: 'group_id', from: `Mausteet ${heading}`, to: null }],
      ])
      expect((await anna.call(`POST product-imports/${checked.id}/apply`, {})).status).toBe(200)
      expect([(await read(salt.id)).group_id, (await read(pepper.id)).group_id]).toEqual([id, null])
    },
  )

  test('says which groups it creates, creates each once, and its undoing removes them', async () => {
    const old = await addedProduct(null)
    const file = `id;Nimi suomeksi;Hinta;ALV;Toimittaja;Tuoteryhmä
${old.id};Maito;;;;Kuivatuotteet
;Riisi;2,10;13,5;Maatila;kuivatuotteet
;Pasta;1,10;13,5;Maatila;Pastat
`
    const checked = await check(file)
    expect(checked).toMatchObject({
      rows: { new: 2, changed: 1, invalid: 0 },
      new_groups: ['Kuivatuotteet', 'Pastat'],
    })
    expect((await getRows(checked))[0]?.changes).toEqual([{ field: 'group_id', from: null, to: 'Kuivatuotteet' }])
    const before = await database.kysely.selectFrom('product_group').select('id').execute()
    expect((await anna.call(`POST product-imports/${checked.id}/apply?lang=fi`, {})).status).toBe(200)
    const { group_id: id } = await read(old.id)
    expect(await anna.call(`GET product-groups/${id}`)).toMatchObject({
      body: { names: { fi: 'Kuivatuotteet', en: '', sv: '' }, products: 2 },
    })
    expect((await anna.call(`POST product-imports/${checked.id}/undo`)).status).toBe(200)
    expect((await read(old.id)).group_id).toBeNull()
    const after = await database.kysely.selectFrom('product_group').select('id').execute()
    expect(after.length).toBe(before.length)
  })

  test('refuses a row whose group was removed since the file was checked, and a name that is too long', async () => {
    const { id } = await added('Poistuva')
    const product = await addedProduct(null)
    const checked = await check(`id;group\n${product.id};Poistuva\n`)
    expect((await anna.call(`DELETE product-groups/${id}`)).status).toBe(200)
    const applied = await anna.call(`POST product-imports/${checked.id}/apply`, {})
    expect(applied).toMatchObject({ status: 409, body: { code: 'import.outdated' } })
    expect((await getRows(checked))[0]?.problems).toMatchObject([{ field: 'group_id', problem: 'unknown' }])
    const long = await check(`id;group\n${product.id};${'x'.repeat(61)}\n`)
    expect((await getRows(long))[0]?.problems).toMatchObject([{ field: 'group_id', problem: 'tooLong', count: 60 }])
  })
})

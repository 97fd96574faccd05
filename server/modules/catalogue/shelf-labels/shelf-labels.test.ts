import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { addProduct, addVatClass } from '#test/rows/catalogue.ts'
import type { Caller } from '#test/shop/callers.ts'
import { type ShopWithCaller, openShop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let anna: Caller
let milk: number
let weighed: number
let vatClassId: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', now: () => new Date('2026-03-02T10:00:00Z'), modules: ['catalogue'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  milk = await addProduct(database, {
    vatClassId,
    names: { fi: 'Täysmaito', en: 'Milk' },
    price_cents: 175,
    deposit_cents: 10,
    content_thousandths: 1500,
    content_unit: 'l',
    ean13: '6401234567897',
    ean_case: '16401234567894',
    units_per_case: 12,
  })
  weighed = await addProduct(database, {
    vatClassId,
    names: { fi: 'Irtojuusto' },
    unit: 'kg',
    product_code_type: 'bulk_encoded_weight',
    product_code: '2312340000005',
    prefix: '23',
  })
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})
afterAll(() => office.close())

const print = (query: string) => anna.call(`GET shelf-labels.pdf?lang=fi&${query}`)
const getPdf = async (query: string) => {
  const { status, text, raw } = await print(query)
  expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-'])
  return getLabels(raw)
}

/** The filled bars of a PDF, its texts and its page sizes. */
function getLabels(bytes: Buffer) {
  const { content, texts, pages } = readPdf(bytes)
  const fills = content.split(/^f$/m).map(part => [...part.matchAll(/^([\d.]+) [\d.]+ ([\d.]+) [\d.]+ re$/gm)])
  const bars = fills
    .filter(each => each.length > 0)
    .map(each => each.map(([, x, w]) => [Number(x), Number(w)] as const))
  return { texts, bars, pages }
}

async function scanned(bars: readonly (readonly [number, number])[]): Promise<string[]> {
  const perMm = 40
  const left = Math.min(...bars.map(([x]) => x)) - 4
  const width = Math.round((Math.max(...bars.map(([x, wide]) => x + wide)) + 4 - left) * perMm)
  const data = new Uint8ClampedArray(width * 50 * 4).fill(255)
  for (const [x, wide] of bars)
    for (let row = 0; row < 50; row++)
      for (let at = Math.round((x - left) * perMm); at < Math.round((x + wide - left) * perMm); at++)
        data.fill(0, (row * width + at) * 4, (row * width + at) * 4 + 3)
  const found = await readBarcodes(
    { data, width, height: 50, colorSpace: 'srgb' },
    { formats: ['EAN13', 'EAN8', 'ITF14'] },
  )
  return found.map(({ text }) => text)
}

test('a label shows name, price, unit price and deposit, and a scanner reads its code', async () => {
  const { texts, bars, pages } = await getPdf(`ids=${milk}&format=a4-24`)
  const price = ['1,75\u00a0€', '/kpl', '1,10\u00a0€/l', 'sis. pantin 0,10\u00a0€']
  expect(texts).toEqual(['Täysmaito', ...price, '6 401234 567897'])
  expect(pages).toEqual([[210, 297]])
  expect(bars.length).toBe(1)
  expect(await scanned(bars[0] ?? [])).toEqual(['6401234567897'])
})

type Campaigned = { from?: string; until?: string; earlierCents?: number; perishable?: boolean }

/** A product for 2,99 €, until ten days ago for another price, with a campaign for 1,99 €. */
async function campaigned({
  from = '2026-03-01',
  until = '2026-03-08',
  earlierCents = 249,
  perishable = false,
}: Campaigned) {
  const product_id = await addProduct(database, {
    vatClassId,
    names: { fi: 'Makkara' },
    price_cents: 299,
    content_thousandths: 500,
    content_unit: 'kg',
    ean13: '6401234567880',
    perishable,
  })
  const db = database.kysely
  const current = db.updateTable('product_version').where('product_id', '=', product_id)
  await current.set({ created_at: new Date('2026-02-20T10:00:00Z') }).execute()
  await database.pool.query(
    `INSERT INTO product_version (product_id, names, price_cents, vat_class_id, unit, is_current, created_at)
     SELECT product_id, names, $2, vat_class_id, unit, false, '2026-01-01' FROM product_version WHERE product_id = $1`,
    [product_id, earlierCents],
  )
  await database.pool.query(
    `WITH plan AS (INSERT INTO price_plan (product_id, kind, price_cents, from_day, until_day, created_at, created_by)
       VALUES ($1, 'campaign', 199, $2, $3, '2026-02-25', $4) RETURNING id)
     INSERT INTO campaign_day (product_id, day, price_plan_id)
       SELECT $1, day, id FROM plan, generate_series($2::date, $3::date, '1 day') day`,
    [product_id, from, until, anna.id],
  )
  return product_id
}

test('a label shows the price of the day, here of a campaign', async () => {
  const juice = await addProduct(database, {
    vatClassId,
    price_cents: 299,
    content_thousandths: 1000,
    content_unit: 'l',
  })
  const days = { from_day: '2026-03-02', until_day: '2026-03-02' }
  const { id } = await database.kysely
    .insertInto('price_plan')
    .values({
      product_id: juice,
      kind: 'campaign',
      price_cents: 199,
      ...days,
      created_at: new Date(0),
      created_by: anna.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.kysely
    .insertInto('campaign_day')
    .values({ product_id: juice, day: '2026-03-02', price_plan_id: id })
    .execute()
  const { texts } = await getPdf(`ids=${juice}&format=a4-24`)
  expect(texts).toContain('1,99\u00a0€')
  expect(texts).toContain('1,99\u00a0€/l')
})

test('a label announces a campaign as the law asks, with the regular price and the lowest one of the 30 days before', async () => {
  const sausage = await campaigned({})
  const { texts } = await getPdf(`ids=${sausage}&format=roll-57x32`)
  expect(texts).toEqual([
    'Makkara',
    'Kampanja 8.3. asti',
    '1,99\u00a0€',
    '/kpl',
    '3,98\u00a0€/kg',
    '6 401234 567880',
    'Norm.\u00a02,99\u00a0€',
    'Alin 30 pv ennen kampanjaa\u00a02,49\u00a0€',
  ])
  // A sheet's labels are wider.
  expect((await getPdf(`ids=${sausage}&format=a4-24`)).texts.at(-1)).toBe(
    'Norm.\u00a02,99\u00a0€ · Alin 30 pv ennen kampanjaa\u00a02,49\u00a0€',
  )
})

test('a label of a later day has its prices, and that of a day after the campaign the regular one', async () => {
  const later = await campaigned({ from: '2026-03-05', until: '2026-03-08' })
  const on = async (day: string) => (await getPdf(`ids=${later}&format=a4-24${day && `&day=${day}`}`)).texts.slice(1, 3)
  expect(await on('')).toEqual(['2,99\u00a0€', '/kpl'])
  expect(await on('2026-03-04')).toEqual(['2,99\u00a0€', '/kpl'])
  expect(await on('2026-03-05')).toEqual(['Kampanja 8.3. asti', '1,99\u00a0€'])
  expect(await on('2026-03-09')).toEqual(['2,99\u00a0€', '/kpl'])
  // A day that is over is today.
  expect(await on('2026-02-10')).toEqual(['2,99\u00a0€', '/kpl'])
})

test('a day more than a year ahead is refused: its year is a typing error', async () => {
  const answer = await anna.call(`GET shelf-labels.pdf?ids=${milk}&format=a4-24&day=2062-03-02`)
  expect(answer.status).toBe(422)
  expect(answer.body).toMatchObject({ code: 'form.invalid', problems: [{ field: 'day', problem: 'tooLate' }] })
})

test('a price that is no reduction is not announced, and food that perishes quickly needs no lowest price', async () => {
  const cheap = await campaigned({ earlierCents: 199 })
  expect((await getPdf(`ids=${cheap}&format=a4-24`)).texts.slice(0, 3)).toEqual(['Makkara', '1,99\u00a0€', '/kpl'])
  const fresh = await campaigned({ perishable: true })
  const { texts } = await getPdf(`ids=${fresh}&format=a4-24`)
  expect(texts).toContain('Kampanja 8.3. asti')
  expect(texts).toContain('Norm.\u00a02,99\u00a0€')
  expect(texts.join(' ')).not.toContain('Alin')
})

test('a case label has the code of the case and the number of units in it', async () => {
  const { texts, bars, pages } = await getPdf(`ids=${milk}&format=roll-57x32&code=case`)
  expect(texts).toContain('laatikossa 12')
  expect(pages).toEqual([[57, 32]])
  expect(await scanned(bars[0] ?? [])).toEqual(['16401234567894'])
})

test('a label of weighed goods shows the price per kilogram and no barcode', async () => {
  const { texts, bars } = await getPdf(`ids=${weighed}&format=a4-24`)
  expect(texts).toEqual(['Irtojuusto', '1,00\u00a0€', '/kg'])
  expect(bars).toEqual([])
})

test('labels follow the order of the ids and the number of copies, or the list when no ids are given', async () => {
  const roll = await getPdf(`ids=${weighed},${milk}&format=roll-57x32&copies=2`)
  expect(roll.pages.length).toBe(4)
  expect(roll.texts.filter(text => /maito|juusto/.test(text))).toEqual(
    'Irtojuusto Irtojuusto Täysmaito Täysmaito'.split(' '),
  )
  expect((await getPdf('q=maito&format=a4-24')).texts).toContain('Täysmaito')
  expect((await getPdf('q=maito&format=a4-24')).texts).not.toContain('Irtojuusto')
})

test('printing on a used sheet starts at the given place', async () => {
  expect((await getPdf(`ids=${milk}&format=a4-24&copies=24`)).pages.length).toBe(1)
  expect((await getPdf(`ids=${milk}&format=a4-24&copies=24&start=2`)).pages.length).toBe(2)
})

test('the same labels produce the same bytes', async () => {
  const [one, other] = [await print(`ids=${milk}&format=a4-21`), await print(`ids=${milk}&format=a4-21`)]
  expect(one.raw.equals(other.raw)).toBe(true)
})

test.each(['format=a4-25', '', 'format=a4-24&copies=51', 'format=a4-24&ids=1,', 'format=a4-24&filter=1'])(
  'an invalid query is refused: %s',
  async query => {
    expect((await print(query)).status).toBe(422)
  },
)

test('a request without products is not found, and one for more than 2,000 labels is refused', async () => {
  expect((await print('ids=999999&format=a4-24')).status).toBe(404)
  const many = Array.from({ length: 41 }, () => milk).join(',')
  expect(await print(`ids=${many}&format=a4-24&copies=50`)).toMatchObject({
    status: 422,
    body: { code: 'list.tooLong', count: 2050, max: 2000 },
  })
})

test('1,000 labels fill one document of 42 pages', async () => {
  const { pages } = await getPdf(`ids=${Array.from({ length: 20 }, () => milk).join(',')}&format=a4-24&copies=50`)
  expect(pages.length).toBe(42)
})

test('a label has the letters of Northern Sámi and Russian, and leaves out what no font prints', async () => {
  const product = (fi: string) => addProduct(database, { vatClassId, names: { fi } })
  const ids = [await product('Guolbi ŋđŧ'), await product('Ёлка'), await product('Purilainen 🍔')]
  const { texts } = await getPdf(`ids=${ids.join(',')}&format=a4-24`)
  expect(texts.filter(text => /^[\p{L} ]+$/u.test(text))).toEqual(['Guolbi ŋđŧ', 'Ёлка', 'Purilainen'])
})

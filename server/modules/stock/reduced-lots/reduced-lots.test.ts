import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Order } from '#contract/orders/orders.ts'
import type { ReducedGoods, ReducedLot } from '#contract/stock/reduced-lots.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import type { MarkdownRule } from '#domain/catalogue/markdown.ts'
import { toScannedCode } from '#domain/catalogue/read-lot.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { dayText } from '#domain/format/day-text.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let shop: ShopWithCaller
let stocked: Stocked
let helper: Caller
const today = isoDate(new Date(), 'Europe/Helsinki')
const inDays = (days: number) => plusDays(today, days)

beforeAll(async () => {
  shop = await openShop({ as: 'admin' })
  const wasm = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true })
})
beforeEach(async () => {
  stocked = await stockShop(shop.database)
  helper = await shop.caller('helper', [stocked.storeId])
  await setRules([
    {
      product_id: null,
      group_id: null,
      steps: [
        { days_left: 2, percent: 30 },
        { days_left: 0, percent: 50 },
      ],
    },
  ])
})
afterAll(() => shop.close())

async function setRules(rules: MarkdownRule[]) {
  const path = `stores/${stocked.storeId}/markdown-rules`
  const { revision } = (await shop.me.call(`GET ${path}`)).body as { revision: number }
  expect((await shop.me.call(`PUT ${path}`, { revision, rules })).status).toBe(200)
}
type LotInput = { lot?: string; best_before?: string; use_by?: string; quantity?: number }

async function receive(productId: number, ...lots: LotInput[]) {
  const parts = lots.map(lot => ({ quantity: 1, ...lot }))
  const line = { product_id: productId, quantity: parts.reduce((sum, { quantity }) => sum + quantity, 0), lots: parts }
  const { status } = await shop.me.call(`POST stores/${stocked.storeId}/stock-moves`, {
    key: randomUUID(),
    kind: 'delivery',
    lines: [line],
  })
  expect(status).toBe(200)
}
const at = (path: string) => `stores/${stocked.storeId}/${path}`
async function list(caller = helper): Promise<ReducedLot[]> {
  return ((await caller.call(`GET ${at('reduced-lots')}`)).body as { items: ReducedLot[] }).items
}
const toMark = async () => (await list()).filter(({ marked_at: marked }) => marked === null)
const mark = ({ id, days_left, percent, reduced_price }: ReducedLot, caller = helper) =>
  caller.call(`POST ${at('reduced-lots/mark')}`, { lots: [{ lot_id: id, days_left, percent, reduced_price }] })
const unmark = ({ id, days_left }: ReducedLot) =>
  helper.call(`POST ${at('reduced-lots/unmark')}`, { lots: [{ lot_id: id, days_left }] })
const run = (statement: string, ...values: unknown[]) => shop.database.pool.query(statement, values)
const storeEan = (productId: number, ean13: string) =>
  run('UPDATE product SET ean13 = $2 WHERE id = $1', productId, ean13)

/** EANs of each test's own products. */
let nextEan = 640_900_000_000
async function addEan(productId: number) {
  const digits = String(nextEan++)
  await storeEan(productId, `${digits}${checkDigit(digits)}`)
}

describe('what to mark today', () => {
  test('is each lot whose step has begun, with its old and new price', async () => {
    await receive(
      stocked.milk,
      { lot: 'A', best_before: inDays(3) },
      { lot: 'B', best_before: inDays(2), quantity: 4 },
      { use_by: inDays(0) },
      { best_before: inDays(-1) },
      { lot: 'C' },
    )
    const [first, second, ...others] = await list()
    expect(others).toEqual([])
    expect(first).toMatchObject({
      use_by: today,
      lot: null,
      percent: 50,
      days_left: 0,
      price: 1.45,
      reduced_price: 0.73,
    })
    expect(second).toMatchObject({
      name: 'Milk',
      best_before: inDays(2),
      lot: 'B',
      quantity: 4,
      percent: 30,
      days_left: 2,
    })
    expect(second).toMatchObject({ price: 1.45, reduced_price: 1.02, has_code: false, marked_at: null })
  })

  test('is ticked off by several people, and each tick can be undone', async () => {
    await receive(stocked.milk, { lot: 'A', best_before: inDays(1) }, { lot: 'B', best_before: inDays(1) })
    const [a, b] = await list()
    if (!a || !b) throw new Error('Two lots were received')
    const other = await shop.caller('helper', [stocked.storeId])
    await Promise.all([mark(a), mark(a, other), mark(b, other)])
    expect(await toMark()).toEqual([])
    expect((await unmark(a)).status).toBe(200)
    expect((await unmark(a)).status).toBe(200)
    expect((await toMark()).map(({ lot }) => lot)).toEqual(['A'])
  })

  test('is again what the next step, another rule, another price or a delivery changes', async () => {
    await receive(stocked.milk, { lot: 'A', best_before: inDays(1) })
    const markAll = async () => {
      for (const lot of await toMark()) await mark(lot)
      expect(await toMark()).toEqual([])
    }
    const isDue = async () => expect((await toMark()).map(({ lot }) => lot)).toEqual(['A'])
    await markAll()
    await setRules([{ product_id: null, group_id: null, steps: [{ days_left: 2, percent: 40 }] }])
    await isDue()
    await markAll()
    await setRules([
      {
        product_id: null,
        group_id: null,
        steps: [
          { days_left: 2, percent: 40 },
          { days_left: 1, percent: 60 },
        ],
      },
    ])
    await isDue()
    await markAll()
    await run('UPDATE product_version SET price_cents = 199 WHERE product_id = $1 AND is_current', stocked.milk)
    await isDue()
    await markAll()
    await receive(stocked.milk, { lot: 'A', best_before: inDays(1) })
    await isDue()
    await markAll()
  })

  test('is shown and ticked only by those who work in the store', async () => {
    await receive(stocked.milk, { lot: 'A', best_before: inDays(1) })
    const [lot] = await list()
    if (!lot) throw new Error('A lot was received')
    const elsewhere = await shop.caller('helper', [(await stockShop(shop.database)).storeId])
    expect((await elsewhere.call(`GET ${at('reduced-lots')}`)).status).toBe(404)
    expect((await mark(lot, elsewhere)).status).toBe(404)
    const theirs = stocked
    stocked = await stockShop(shop.database)
    // A lot of another store than the call's.
    expect((await mark(lot, shop.me)).status).toBe(404)
    stocked = theirs
    expect(await toMark()).toHaveLength(1)
  })
})

type Bar = { x: number; y: number; width: number; height: number }

/** The texts of a PDF with one label, and what the scanner's decoder reads of its code as it is printed at 203 dpi. */
async function readLabel(query: string) {
  const { status, text, raw } = await helper.call(`GET ${at('red-labels.pdf')}?lang=fi&${query}`)
  expect([status, text.slice(0, 5)]).toEqual([200, '%PDF-'])
  const { content, texts } = readPdf(raw)
  const [, ...bars] = [...content.matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)].map(
    ([, x, y, width, height]): Bar => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height) }),
  )
  const dots = 8
  const size = { width: 70 * dots, height: 40 * dots }
  const data = new Uint8ClampedArray(size.width * size.height * 4).fill(255)
  for (const bar of bars)
    for (let y = Math.round(bar.y * dots); y < Math.round((bar.y + bar.height) * dots); y++)
      for (let x = Math.round(bar.x * dots); x < Math.round((bar.x + bar.width) * dots); x++)
        data.set([0, 0, 0], (y * size.width + x) * 4)
  const found = await readBarcodes({ ...size, data, colorSpace: 'srgb' }, { formats: ['QRCode'], tryHarder: true })
  return { texts, code: found[0]?.text ?? '' }
}

describe('a red label', () => {
  test.each<[string, LotInput, string[]]>([
    ['lot and date', { lot: 'L7/a?', best_before: inDays(1) }, ['Parasta ennen', 'Erä L7/a?']],
    ['a date alone', { use_by: inDays(1) }, ['Viimeinen käyttöpäivä']],
  ])('with %s gives its price at the scan and in the order', async (_what, input, words) => {
    await addEan(stocked.milk)
    await receive(stocked.milk, { quantity: 3, ...input })
    const [lot] = await list()
    if (!lot) throw new Error('A lot was received')
    expect(lot.has_code).toBe(true)
    const { texts, code } = await readLabel(`lot_ids=${lot.id}&format=roll-57x32&copies=lot`)
    const plain = texts.map(each => each.replaceAll('\u00a0', ' '))
    expect(plain).toEqual(expect.arrayContaining(['Maito', '1,02 €', '−30 %', 'Ennen 1,45 €', 'Skannaa tämä koodi']))
    expect(plain.join('\n')).toContain(dayText(inDays(1)))
    for (const word of words) expect(plain.join('\n')).toContain(word)
    // As the camera's scanner passes it on.
    const scanned = parseScannedCode(toScannedCode(code, new Date().getFullYear()))
    const { lot: number, best_before: bestBefore, use_by: useBy } = input
    expect(scanned.lot).toEqual({
      ...(number !== undefined && { lot: number }),
      ...(bestBefore !== undefined && { bestBefore }),
      ...(useBy !== undefined && { useBy }),
    })
    const session = await stocked.shopper()
    const items = [{ product_id: stocked.milk, quantity: 1, ...input }]
    const order = (await shop.call(session, 'POST order', { orderItems: items })).json<Order>()
    expect(order.total_amount).toBe(lot.reduced_price)
  })

  test('is printed for each package, or once for each lot; not for goods without a code', async () => {
    await addEan(stocked.milk)
    await receive(stocked.milk, { best_before: inDays(1), quantity: 3 })
    await receive(stocked.soap, { best_before: inDays(1) })
    const lots = await list()
    const ids = lots.map(({ id }) => id).join(',')
    const print = async (query: string) => {
      const { status, raw } = await helper.call(`GET ${at('red-labels.pdf')}?${query}&lang=sv`)
      return [status, status === 200 ? readPdf(raw).pages.length : 0]
    }
    expect(await print(`lot_ids=${ids}&format=roll-57x32`)).toEqual([200, 3])
    expect(await print(`lot_ids=${ids}&format=roll-57x32&copies=lot`)).toEqual([200, 1])
    const soap = lots.find(({ product_id: id }) => id === stocked.soap)
    expect(await print(`lot_ids=${soap?.id}&format=a4-24`)).toEqual([404, 0])
  })

  test('leads a phone’s own camera to the product on the shelf, and never to another site', async () => {
    const open = async (url: string) => {
      const { statusCode, headers } = await shop.app.inject({ method: 'GET', url })
      return [statusCode, headers.location]
    }
    expect(await open('/01/06401234567897/10/L7?15=261231')).toEqual([302, '/home?find=6401234567897'])
    for (const url of ['/01//evil.example', '/01/1234', '/01/x%0d%0aset-cookie:a'])
      expect(await open(url)).toEqual([302, '/home'])
  })
})

test('shoppers of the store see what is cheaper today, each date once', async () => {
  await receive(stocked.milk, { lot: 'A', best_before: inDays(1) }, { lot: 'B', best_before: inDays(1) })
  await receive(stocked.soap, { best_before: inDays(2) }, { best_before: inDays(9) })
  await receive(stocked.cheese, { best_before: inDays(1) })
  const session = await stocked.shopper()
  const { items } = (await shop.call(session, 'GET reduced-goods')).json<{ items: ReducedGoods[] }>()
  expect(items).toEqual([
    {
      product_id: stocked.milk,
      best_before: inDays(1),
      use_by: null,
      price: 1.45,
      reduced_price: 1.02,
      percent: 30,
    },
    // The deposit is never reduced.
    { product_id: stocked.soap, best_before: inDays(2), use_by: null, price: 2.99, reduced_price: 2.15, percent: 30 },
  ])
})

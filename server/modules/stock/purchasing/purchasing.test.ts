import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type {
  DueSuppliers,
  PurchaseOrder,
  PurchaseOrderDetail,
  ReorderProposal,
} from '#contract/stock/purchase-orders.ts'
import { shopDate } from '#domain/shop-date.ts'
import { isoWeekday, plusDays } from '#domain/zoned-time.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { eventually } from '#test/eventually.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let vatClassId: number
let anna: Caller
let store: number
let supplier: number
let milk: number
let cheese: number

beforeAll(async () => {
  office = await openShop({ as: 'admin', hasOutbox: true, modules: ['stock'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  await database.pool.query(
    `UPDATE operator SET name = 'Puoti Ltd', email = 'orders@puoti.example', phone = '+358470000100'`,
  )
})
beforeEach(async () => {
  store = await addStore(database, { name: 'Kylä', address: 'Kylätie 1' })
  const terms = { name: `Dairy ${Math.random()}`, email: 'dairy@puoti.example', language: 'fi', lead_days: 2 } as const
  supplier = (await database.kysely.insertInto('supplier').values(terms).returning('id').executeTakeFirstOrThrow()).id
  milk = await addProduct(database, {
    vatClassId,
    supplier_id: supplier,
    names: { en: 'Milk', fi: 'Maito' },
    supplier_code: 'M-1',
    order_pack_thousandths: 6000,
  })
  cheese = await addProduct(database, {
    vatClassId,
    supplier_id: supplier,
    names: { en: 'Cheese', fi: 'Juusto' },
    product_code_type: 'bulk',
    unit: 'kg',
  })
  await database.pool.query(
    `INSERT INTO purchase_price (product_id, supplier_id, valid_from, price_ten_thousandths) VALUES ($1, $2, '2020-01-01', 8345)`,
    [milk, supplier],
  )
})
afterAll(() => office.close())

type Move = { kind: 'delivery' | 'sale' | 'refund'; quantity: number; daysAgo: number }

/** A move at noon so many days ago, with the shelf kept equal to the sum. A sale has an order. */
async function moved(product: number, { kind, quantity, daysAgo }: Move) {
  const isSale = kind !== 'delivery'
  const order = isSale
    ? await addOrder(database, { user_id: await addShopper(database), store_id: store, products: [product] })
    : 0
  await database.pool.query(
    `WITH move AS (
      INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id, created_at)
      VALUES ($1, $2, $3, $4, (SELECT id FROM order_line WHERE order_id = $6),
        (date_trunc('day', now() AT TIME ZONE 'Europe/Helsinki') - make_interval(days => $5) + interval '12 hours') AT TIME ZONE 'Europe/Helsinki'))
    INSERT INTO store_stock (store_id, product_id, quantity_thousandths) VALUES ($1, $2, $3)
    ON CONFLICT (store_id, product_id) DO UPDATE SET quantity_thousandths = store_stock.quantity_thousandths + $3`,
    [store, product, quantity * 1000, kind, daysAgo, order],
  )
}

const proposal = async (query = '') => {
  const path = `GET stores/${store}/reorder-proposal?supplier_id=${supplier}&lang=en${query}`
  const { body } = await anna.call(path)
  return body as ReorderProposal
}
const draft = async (quantities: [number, number][], note = '') => {
  const body = { store_id: store, supplier_id: supplier, note, lines: getLines(quantities) }
  const answer = await anna.call('POST purchase-orders?lang=en', body)
  return { status: answer.status, body: answer.body as PurchaseOrderDetail }
}
const getLines = (quantities: [number, number][]) =>
  quantities.map(([product_id, quantity]) => ({ product_id, quantity }))
const turn = ({ id, revision }: PurchaseOrder, state: string, by_email = false) =>
  anna.call(`PUT purchase-orders/${id}/state?lang=en`, { revision, state, by_email })

describe('the suppliers to order from', () => {
  const findDue = async () => {
    const { body } = await anna.call(`GET stores/${store}/due-suppliers?lang=en`)
    return body as DueSuppliers
  }

  test('have the sum of what is needed and their days, and come before one of whom nothing is needed', async () => {
    const enough = { name: `Bakery ${Math.random()}`, lead_days: null, order_days: null } as const
    const bakery = await database.kysely.insertInto('supplier').values(enough).returning('id').executeTakeFirstOrThrow()
    const bread = await addProduct(database, { vatClassId, supplier_id: bakery.id, names: { en: 'Bread' } })
    await moved(bread, { kind: 'delivery', quantity: 5, daysAgo: 2 })
    await moved(milk, { kind: 'delivery', quantity: 60, daysAgo: 40 })
    await moved(milk, { kind: 'sale', quantity: -56, daysAgo: 3 })
    await moved(cheese, { kind: 'delivery', quantity: 1, daysAgo: 30 })
    await moved(cheese, { kind: 'sale', quantity: -1, daysAgo: 3 })
    await database.pool.query('UPDATE supplier SET min_order_cents = 5000 WHERE id = $1', [supplier])
    const { lines } = await proposal()
    const packs = (id: number) => lines.find(({ product_id }) => product_id === id)?.packs ?? 0
    const { body } = await draft([[milk, 12]])
    const { today, items } = await findDue()
    expect(items).toEqual([
      {
        id: supplier,
        name: expect.stringMatching(/^Dairy/),
        order_day: today,
        delivery_day: plusDays(today, 2),
        products: 2,
        // The cheese has no price.
        value: Math.round(packs(milk) * 6 * 83.45) / 100,
        unpriced: 1,
        min_order: 50,
        drafts: [body.id],
      },
      {
        id: bakery.id,
        name: expect.stringMatching(/^Bakery/),
        order_day: today,
        delivery_day: null,
        products: 0,
        value: 0,
        unpriced: 0,
        min_order: null,
        drafts: [],
      },
    ])
  })

  test('leave out those of whom the store sells nothing, and come by the day on which they take orders', async () => {
    expect((await findDue()).items).toEqual([])
    const { today } = await findDue()
    await moved(milk, { kind: 'sale', quantity: -5, daysAgo: 1 })
    const tomorrow = String(isoWeekday(plusDays(today, 1)))
    await database.pool.query('UPDATE supplier SET order_days = $2 WHERE id = $1', [supplier, tomorrow])
    const [due] = (await findDue()).items
    expect(due).toMatchObject({ order_day: plusDays(today, 1), delivery_day: plusDays(today, 3), products: 1 })
  })

  test('exist only in a store', async () => {
    expect(await anna.call('GET stores/999999/due-suppliers')).toMatchObject({ status: 404 })
  })
})

describe('a proposal', () => {
  test('has the sales of four weeks, the stock and what is on order, and proposes whole packs', async () => {
    await moved(milk, { kind: 'delivery', quantity: 90, daysAgo: 40 })
    await moved(milk, { kind: 'sale', quantity: -50, daysAgo: 20 })
    await moved(milk, { kind: 'sale', quantity: -8, daysAgo: 3 })
    await moved(milk, { kind: 'refund', quantity: 2, daysAgo: 2 })
    await moved(milk, { kind: 'sale', quantity: -30, daysAgo: 0 })
    const before = await proposal()
    expect(before).toMatchObject({ lead_days: 2, cover_days: 7, drafts: [] })
    expect(before.lines).toEqual([
      {
        product_id: milk,
        name: 'Milk',
        unit: 'kpl',
        code: 'M-1',
        pack: 6,
        price: 0.8345,
        packs: 3,
        needed_packs: 3,
        max_packs: null,
        sale_days: null,
        stock: 4,
        on_order: 0,
        sold: 56,
        days: 28,
        needed: 18,
      },
    ])
    const { body } = await draft([[milk, 12]])
    expect(await proposal()).toMatchObject({ drafts: [body.id], lines: [{ on_order: 0, packs: 3 }] })
    await turn(body, 'sent')
    expect(await proposal()).toMatchObject({ drafts: [], lines: [{ on_order: 12, packs: 1 }] })
    expect(await proposal('&cover_days=28')).toMatchObject({ cover_days: 28, lines: [{ needed: 60, packs: 8 }] })
  })

  test('has no more of goods with a date than sells before it, as the last deliveries came', async () => {
    await moved(milk, { kind: 'delivery', quantity: 60, daysAgo: 40 })
    await moved(milk, { kind: 'sale', quantity: -56, daysAgo: 3 })
    const today = shopDate(new Date())
    const lots = [{ lot: 'L1', use_by: plusDays(today, 8), quantity: 6 }]
    const line = { product_id: milk, quantity: 6, lots }
    const delivery = { key: randomUUID(), kind: 'delivery', lines: [line] }
    expect((await anna.call(`POST stores/${store}/stock-moves`, delivery)).status).toBe(200)
    // 2 a day are 22 in the two days of delivery and nine days of sale; 10 are there.
    expect(await proposal('&cover_days=28')).toMatchObject({
      lines: [{ sale_days: 9, stock: 10, needed: 60, needed_packs: 9, max_packs: 2, packs: 2 }],
    })
  })

  test('leaves out what the store does not offer, what is not sold any more, and other stores’ orders', async () => {
    await moved(milk, { kind: 'delivery', quantity: 1, daysAgo: 5 })
    await moved(cheese, { kind: 'delivery', quantity: 1, daysAgo: 5 })
    await database.kysely.updateTable('product').set({ enabled: false }).where('id', '=', cheese).execute()
    expect((await proposal()).lines.map(line => line.product_id)).toEqual([milk])
    await database.kysely.updateTable('store_stock').set({ offered: false }).where('product_id', '=', milk).execute()
    expect((await proposal()).lines).toEqual([])
    const nowhere = await anna.call(`GET stores/999999/reorder-proposal?supplier_id=${supplier}`)
    const nobody = await anna.call(`GET stores/${store}/reorder-proposal?supplier_id=999999`)
    expect([nowhere.status, nobody.status]).toEqual([404, 404])
  })
})

describe('an order', () => {
  test('is a draft that can be changed until it is sent, with the supplier’s packs and prices', async () => {
    const { body: order } = await draft([
      [milk, 12],
      [cheese, 2.5],
    ])
    expect(order).toMatchObject({
      state: 'draft',
      products: 2,
      value: 10.01,
      unpriced: 1,
      lines: [
        { product_id: milk, name: 'Milk', code: 'M-1', pack: 6, ordered: 12, received: 0, price: 0.8345 },
        { product_id: cheese, name: 'Cheese', code: null, pack: 1, ordered: 2.5, received: 0, price: null },
      ],
    })
    const change = { revision: order.revision, note: ' Before noon ', lines: getLines([[milk, 18]]) }
    const changed = await anna.call(`PUT purchase-orders/${order.id}`, change)
    expect(changed.body).toMatchObject({ note: 'Before noon', revision: order.revision + 1, lines: [{ ordered: 18 }] })
    expect((await anna.call(`PUT purchase-orders/${order.id}`, change)).status).toBe(409)
    const sent = (await turn(changed.body as PurchaseOrder, 'sent')).body as PurchaseOrder
    expect(sent).toMatchObject({ state: 'sent', sent_to: null })
    expect((await anna.call(`PUT purchase-orders/${order.id}`, { ...change, revision: sent.revision })).status).toBe(
      409,
    )
    const { items, sums } = (await anna.call(`GET stores/${store}/purchase-orders?supplier_id=${supplier}&state=sent`))
      .body as { items: PurchaseOrder[]; sums: object }
    expect(items.map(({ id }) => id)).toEqual([order.id])
    expect(sums).toEqual({ total: items[0]?.value })
  })

  test('is only of the supplier’s own products, in quantities that they can have', async () => {
    const other = await addProduct(database, { vatClassId })
    const { status, body } = await draft([
      [other, 1],
      [milk, 0.5],
    ])
    expect([status, body]).toEqual([
      422,
      expect.objectContaining({
        problems: [
          { field: 'lines.0.product_id', problem: 'unknown' },
          { field: 'lines.1.quantity', problem: 'invalidQuantity' },
        ],
      }),
    ])
  })

  test('goes to the supplier by email in the supplier’s language, with its PDF, once', async () => {
    const { body: order } = await draft([[milk, 12]], 'Laita laatikot kylmään')
    const answers = await Promise.all([turn(order, 'sent', true), turn(order, 'sent', true)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const subject = `Ostotilaus ${order.id}, Puoti Ltd`
    const mail = await eventually(() => Promise.resolve(office.mails.find(each => each.subject === subject)))
    expect(mail).toMatchObject({ to: 'dairy@puoti.example', replyTo: 'orders@puoti.example' })
    expect(mail.text).toContain('M-1  Maito  2 × 6\u00a0kpl  12\u00a0kpl')
    expect(mail.text).toContain('Laita laatikot kylmään')
    expect(mail.text).toContain('+358\u00a047\u00a0000\u00a00100')
    expect(mail.attachments).toMatchObject([{ name: `order-${order.id}.pdf`, type: 'application/pdf' }])
    const pdf = Buffer.from(mail.attachments?.[0]?.base64 ?? '', 'base64')
    const { texts } = readPdf(pdf)
    for (const text of [
      `Ostotilaus ${order.id}`,
      'M-1',
      'Maito',
      '2 × 6\u00a0kpl',
      '12\u00a0kpl',
      'Laita laatikot kylmään',
    ])
      expect(texts).toContain(text)
    expect(texts.some(text => text.startsWith('10,01'))).toBe(true)
    expect(office.mails.filter(each => each.subject === subject)).toHaveLength(1)
    const changes = await database.kysely
      .selectFrom('audit_entry')
      .select(['action', 'changes'])
      .where('kind', '=', 'purchaseOrder')
      .where('record_id', '=', order.id)
      .orderBy('id')
      .execute()
    expect(changes).toMatchObject([
      { action: 'created' },
      {
        action: 'changed',
        changes: [
          { field: 'sent_to', from: null, to: 'dairy@puoti.example' },
          { field: 'state', from: 'draft', to: 'sent' },
        ],
      },
    ])
  })

  test('keeps its texts when a product is renamed after it was sent', async () => {
    const { body: order } = await draft([[milk, 12]])
    await turn(order, 'sent')
    await database.kysely.updateTable('product').set({ supplier_code: 'M-2' }).where('id', '=', milk).execute()
    const { body } = await anna.call(`GET purchase-orders/${order.id}`)
    expect(body).toMatchObject({ lines: [{ code: 'M-1' }] })
    const pdf = await anna.call(`GET purchase-orders/${order.id}/order.pdf`)
    expect([pdf.status, pdf.raw.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  test('to a supplier without an address is only marked as sent', async () => {
    await database.kysely.updateTable('supplier').set({ email: null }).where('id', '=', supplier).execute()
    const { body: order } = await draft([[milk, 6]])
    const mailed = await turn(order, 'sent', true)
    expect([mailed.status, (mailed.body as { code: string }).code]).toEqual([409, 'supplier.withoutEmail'])
    expect((await turn(order, 'sent')).status).toBe(200)
  })

  test('is cancelled or closed, and then stays so', async () => {
    const { body: order } = await draft([[milk, 6]])
    expect((await turn(order, 'closed')).status).toBe(409)
    const cancelled = (await turn(order, 'cancelled')).body as PurchaseOrder
    expect(cancelled.state).toBe('cancelled')
    expect((await turn(cancelled, 'sent')).status).toBe(409)
    const sent = (await turn((await draft([[milk, 6]])).body, 'sent')).body as PurchaseOrder
    expect((await turn(sent, 'closed')).body).toMatchObject({ state: 'closed' })
    expect((await proposal()).lines).toEqual([])
  })
})

import * as fc from 'fast-check'
import { vatInGrossCents } from '#domain/catalogue/vat.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addProduct, addVatClass } from './catalogue.ts'
import { addShopper } from './orders.ts'

export type Line = { productId: number; supplierId: number; rate: number; cents: number; thousandths: number }
type Refund = { line: Line; cents: number; thousandths: number; at: number }
export type Sale = { store: number; zone: string; at: number; lines: Line[]; refunds: Refund[] }

type Good = { id: number; supplierId: number; rate: number; version: number }
type Place = { store: number; zone: string; terminal: number }
type SaleInput = { share: number; after: number }
type Drawn = {
  place: Place
  after: number
  lines: { good: Good; cents: number; thousandths: number }[]
  refunds: SaleInput[]
}

const SALES = 250
const REFUNDED_WITHIN_MS = 20 * DAY_MS

/** Twelve products at two VAT rates; each supplier has two. */
async function addGoods(database: DatabaseHandle): Promise<Good[]> {
  const db = database.kysely
  const rates = [1350, 2550] as const
  const classes: number[] = []
  for (const rate of rates)
    classes.push(await addVatClass(database, { name: `${rate}`, rates: { '2020-01-01': rate } }))
  const goods: Good[] = []
  for (let index = 0; index < 12; index++) {
    const at = index % 3 === 0 ? 1 : 0
    const id = await addProduct(database, { vatClassId: classes[at]! })
    const product = db.selectFrom('product').select('supplier_id').where('id', '=', id)
    const productRow = await product.executeTakeFirstOrThrow()
    const supplierId = goods[index - (index % 2)]?.supplierId ?? productRow.supplier_id
    await db.updateTable('product').set({ supplier_id: supplierId }).where('id', '=', id).execute()
    const version = db.selectFrom('product_version').select('id').where('product_id', '=', id)
    goods.push({ id, supplierId, rate: rates[at], version: (await version.executeTakeFirstOrThrow()).id })
  }
  return goods
}

function drawSales(goods: readonly Good[], places: readonly Place[], spanMs: number): Drawn[] {
  const amount = { cents: fc.integer({ min: 1, max: 9_999 }), thousandths: fc.integer({ min: 1, max: 9_000 }) }
  const line = fc.record({ good: fc.constantFrom(...goods), ...amount })
  const anyRefund = fc.record({
    share: fc.double({ min: 0.01, max: 1, noNaN: true }),
    after: fc.nat(REFUNDED_WITHIN_MS),
  })
  const sale = fc.record({
    place: fc.constantFrom(...places),
    after: fc.nat(spanMs),
    lines: fc.uniqueArray(line, { minLength: 1, maxLength: 5, selector: ({ good }) => good.id }),
    refunds: fc.array(anyRefund, { maxLength: 2 }),
  })
  return fc.sample(sale, { numRuns: SALES, seed: 20_260_531 })
}

type Span = { places: readonly Omit<Place, 'terminal'>[]; from: Date; until: Date }

/** Random paid orders, some with refunds of parts of their lines: as rows, and the same in memory. */
export async function sellAtRandom(database: DatabaseHandle, { places, from, until }: Span): Promise<Sale[]> {
  const db = database.kysely
  const shopper = await addShopper(database)
  const goods = await addGoods(database)
  const withTerminals: Place[] = []
  for (const place of places) {
    const terminal = { store_id: place.store, name: 'Pääte', provider: 'jsonpos' }
    const { id } = await db.insertInto('terminal').values(terminal).returning('id').executeTakeFirstOrThrow()
    withTerminals.push({ ...place, terminal: id })
  }
  const sales: Sale[] = []
  for (const drawn of drawSales(goods, withTerminals, until.getTime() - from.getTime()))
    sales.push(await sell(database, drawn, { shopper, from: from.getTime(), until: until.getTime() }))
  return sales
}

type Selling = { shopper: number; from: number; until: number }

async function sell({ kysely: db }: DatabaseHandle, drawn: Drawn, { shopper, from, until }: Selling): Promise<Sale> {
  const { place, refunds } = drawn
  const at = from + drawn.after
  const lines = drawn.lines.map(({ good, cents, thousandths }): Line => {
    const { id: productId, supplierId, rate } = good
    return { productId, supplierId, rate, cents, thousandths }
  })
  const total = lines.reduce((sum, line) => sum + line.cents, 0)
  const ordered = { user_id: shopper, store_id: place.store, total_cents: total, net_cents: 0 }
  const order = await db
    .insertInto('customer_order')
    .values({ ...ordered, status: 'complete', paid_at: new Date(at) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = drawn.lines.map(({ good, cents, thousandths }) => ({
    order_id: order.id,
    product_id: good.id,
    product_version_id: good.version,
    quantity_thousandths: thousandths,
    unit_price_cents: 100,
    total_cents: cents,
    rate_basis_points: good.rate,
  }))
  const lineIds = await db.insertInto('order_line').values(rows).returning(['id', 'product_id']).execute()
  const attempt = await db
    .insertInto('payment_attempt')
    .values({
      order_id: order.id,
      user_id: shopper,
      terminal_id: place.terminal,
      service_id: `S${order.id}`,
      amount_cents: total,
      currency: 'EUR',
      state: 'APPROVED',
      order_status_before: 'checkout',
      deadline_at: new Date(at),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('refund_account').values({ attempt_id: attempt.id, paid_cents: total }).execute()
  const result: Refund[] = []
  for (const [index, anyRefund] of refunds.slice(0, lines.length).entries()) {
    const line = lines[index]!
    const part = { cents: Math.max(1, Math.floor(line.cents * anyRefund.share)), line }
    const refund = {
      ...part,
      thousandths: Math.floor(line.thousandths * anyRefund.share),
      at: Math.min(at + anyRefund.after, until),
    }
    const lineId = lineIds.find(({ product_id }) => product_id === line.productId)!.id
    await refundOrder(db, refund, { attemptId: attempt.id, orderId: order.id, lineId, shopper })
    result.push(refund)
  }
  return { store: place.store, zone: place.zone, at, lines, refunds: result }
}

type Paid = { attemptId: number; orderId: number; lineId: number; shopper: number }

async function refundOrder(
  db: DatabaseHandle['kysely'],
  { line, cents, thousandths, at }: Refund,
  { attemptId, orderId, lineId, shopper }: Paid,
): Promise<void> {
  const done = { kind: 'refund', state: 'DONE', currency: 'EUR', reason: 'spoiled', requested_by: shopper } as const
  const when = { sent_at: new Date(at), outcome_at: new Date(at) }
  const { id: refund_id } = await db
    .insertInto('refund')
    .values({
      ...done,
      ...when,
      attempt_id: attemptId,
      order_id: orderId,
      refund_key: `R${lineId}`,
      amount_cents: cents,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const part = { order_line_id: lineId, quantity_thousandths: thousandths, amount_cents: cents }
  await db
    .insertInto('refund_line')
    .values({ refund_id, ...part })
    .execute()
  const vat = { rate_basis_points: line.rate, gross_cents: cents, vat_cents: vatInGrossCents(cents, line.rate) }
  await db
    .insertInto('refund_vat')
    .values({ refund_id, ...vat })
    .execute()
}

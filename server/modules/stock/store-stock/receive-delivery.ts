import type { StockMoves } from '#contract/stock/stock.ts'
import type { FieldProblem } from '#domain/catalogue/product-form.ts'
import { findPriceOn, parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { stateAfterDelivery } from '#domain/stock/purchase-order.ts'
import { savePurchasePrice } from '#server/modules/catalogue/purchase-prices/save-prices.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import type { ShelfMove } from './shelves.ts'

type DeliveryContent = Omit<StockMoves, 'key'>
type DeliveryInput = { storeId: number; content: DeliveryContent; author: Author }

/** The problems of a delivery's facts besides its quantities; locks its order, so that its state stays. */
export async function deliveryProblems(trx: Trx, { storeId, content, author }: DeliveryInput): Promise<FieldProblem[]> {
  const { kind, supplier_id, delivery_note, purchase_order_id, save_prices, lines } = content
  const onlyOfDeliveries = [
    supplier_id,
    delivery_note,
    purchase_order_id,
    save_prices,
    ...lines.map(({ price }) => price),
  ]
  if (kind !== 'delivery')
    return onlyOfDeliveries.some(each => each !== undefined) ? [{ field: 'kind', problem: 'unknown' }] : []
  if (purchase_order_id !== undefined) {
    const order = await lockPurchaseOrder(trx, purchase_order_id)
    if (order?.store_id !== storeId || order.state !== 'sent' || order.supplier_id !== supplier_id)
      return [{ field: 'purchase_order_id', problem: 'unknown' }]
  }
  if (supplier_id === undefined) return save_prices ? [{ field: 'supplier_id', problem: 'required' }] : []
  const supplier = trx.selectFrom('supplier').select('id').where('id', '=', supplier_id)
  if (!(await supplier.forKeyShare().executeTakeFirst())) return [{ field: 'supplier_id', problem: 'unknown' }]
  if (!save_prices) return []
  const today = shopDate(author.at)
  const prices = await findNewPrices(trx, { supplierId: supplier_id, lines, today })
  return prices.flatMap(({ index, isTaken }): FieldProblem[] =>
    isTaken ? [{ field: `lines.${index}.price`, problem: 'taken' }] : [],
  )
}

/** Locks a purchase order against other changes of it, before its shelves. */
export const lockPurchaseOrder = (trx: Trx, id: number) =>
  trx.selectFrom('purchase_order').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type NewPricesQuery = { supplierId: number; lines: DeliveryContent['lines']; today: string }

/** The lines with a price that is not the one in force; `isTaken`: the supplier already has a price from today. */
async function findNewPrices(trx: Trx, { supplierId, lines, today }: NewPricesQuery) {
  const rows = await trx
    .selectFrom('purchase_price')
    .select(['product_id', 'valid_from as validFrom', 'price_ten_thousandths as priceTenThousandths'])
    .where('supplier_id', '=', supplierId)
    .where(
      'product_id',
      'in',
      lines.map(({ product_id }) => product_id),
    )
    .execute()
  return lines.flatMap(({ product_id: productId, price }, index) => {
    if (price === undefined) return []
    const productRows = rows.filter(row => row.product_id === productId)
    const current = findPriceOn(productRows, today)
    const isNew = current?.priceTenThousandths !== parsePurchasePrice(price)
    return isNew ? [{ index, productId, price, isTaken: current?.validFrom === today }] : []
  })
}

type ReceivedDelivery = DeliveryInput & { entryId: number; moved: readonly ShelfMove[] }

/** Writes a delivery's facts besides its moves: its prices and what its order has received. */
export async function writeDelivery(
  trx: Trx,
  { storeId, content, author, entryId, moved }: ReceivedDelivery,
): Promise<void> {
  const { supplier_id = null, delivery_note = '', purchase_order_id = null, save_prices, lines } = content
  await trx
    .insertInto('delivery')
    .values({
      stock_entry_id: entryId,
      store_id: storeId,
      supplier_id,
      note: delivery_note.trim() || null,
      purchase_order_id,
      undoes_id: null,
    })
    .execute()
  if (save_prices && supplier_id !== null) {
    const today = shopDate(author.at)
    for (const { productId, price } of await findNewPrices(trx, { supplierId: supplier_id, lines, today }))
      await savePurchasePrice(trx, { productId, supplier_id, valid_from: today, price, author })
  }
  if (purchase_order_id !== null) await receiveOrdered(trx, { orderId: purchase_order_id, moved, author })
}

/** The price of a line, for the ledger. */
export const priceOfLine = ({ price }: DeliveryContent['lines'][number]): number | null =>
  price === undefined ? null : (parsePurchasePrice(price) ?? null)

/** The expected prices of an order's products, in ten-thousandths of a euro. */
export async function findOrderPrices(trx: Trx, orderId: number | undefined) {
  const lines = trx.selectFrom('purchase_order_line').select(['product_id', 'price_ten_thousandths'])
  const rows = orderId === undefined ? [] : await lines.where('purchase_order_id', '=', orderId).execute()
  return new Map(rows.map(row => [row.product_id, row.price_ten_thousandths]))
}
export type OrderPrices = Awaited<ReturnType<typeof findOrderPrices>>

type OrderedMoves = { orderId: number; moved: readonly ShelfMove[]; author: Author }

const POSITION_OF_EXTRA = 10_000

/** Adds moves to what a locked order has received, below zero when a delivery is undone, and closes or opens it again. */
export async function receiveOrdered(trx: Trx, { orderId, moved, author }: OrderedMoves): Promise<void> {
  for (const { productId, quantityThousandths } of moved)
    await trx
      .insertInto('purchase_order_line')
      .values({
        purchase_order_id: orderId,
        product_id: productId,
        position: POSITION_OF_EXTRA,
        ordered_thousandths: 0,
        pack_thousandths: thousandthsFromQuantity(1) ?? 1,
        price_ten_thousandths: null,
        received_thousandths: quantityThousandths,
        name: null,
        unit: null,
        code: null,
      })
      .onConflict(conflict =>
        conflict.columns(['purchase_order_id', 'product_id']).doUpdateSet(({ eb, ref }) => ({
          received_thousandths: eb(
            ref('purchase_order_line.received_thousandths'),
            '+',
            ref('excluded.received_thousandths'),
          ),
        })),
      )
      .execute()
  const order = await lockPurchaseOrder(trx, orderId)
  if (!order) throw new Error(`The purchase order ${orderId} is not there`)
  const lines = await trx
    .selectFrom('purchase_order_line')
    .select(['ordered_thousandths as orderedThousandths', 'received_thousandths as receivedThousandths'])
    .where('purchase_order_id', '=', orderId)
    .execute()
  const state = stateAfterDelivery(order.state, lines)
  const isEnded = state === 'closed' || state === 'cancelled'
  await trx
    .updateTable('purchase_order')
    .set({
      state,
      revision: order.revision + 1,
      ...(state !== order.state && {
        ended_at: isEnded ? author.at : null,
        ended_by: isEnded ? author.userId : null,
      }),
    })
    .where('id', '=', orderId)
    .execute()
  const change = { before: { state: order.state }, after: { state }, author }
  await recordChange(trx, { kind: 'purchaseOrder', id: orderId, ...change })
}

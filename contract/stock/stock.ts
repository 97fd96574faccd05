import * as z from 'zod/mini'
import { product } from '#contract/catalogue/products.ts'
import { purchasePriceValue } from '#contract/catalogue/purchase-prices.ts'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { forKeepers } from '#contract/for-keepers.ts'
import { costSums, listQuery, pageSchema, searchText, yesOrNo } from '#contract/lists.ts'
import {
  euros,
  freeText,
  id,
  instant,
  longId,
  longPathId,
  lotNumber,
  packageDay,
  pathId,
  quantity,
  reason,
  stockLevel,
  clientKey,
} from '#contract/values.ts'

/** A product on a store's shelf. Its alarm limit is the store's, or else the product's. */
const shelf = z.object({
  product_id: id,
  name: z.string(),
  unit: z.string(),
  product_code_type: product.shape.product_code_type,
  supplier: z.object({ id, name: z.string() }),
  offered: z.boolean(),
  quantity,
  alarm_limit: z.nullable(quantity),
  level: stockLevel,
  /** The supplier's price today of a piece, kilogram or litre, excluding VAT; null without a purchase price. */
  purchase_price: forKeepers(z.number()),
  /** The value of the stock at that price; 0 for a negative quantity. */
  value: forKeepers(euros),
})
export type Shelf = z.output<typeof shelf>

export const lotFields = {
  lot: z.optional(lotNumber),
  best_before: z.optional(packageDay),
  use_by: z.optional(packageDay),
}

/** The packages of a product that share a lot, a date or both. */
const lotQuantity = z.object({ ...lotFields, quantity })

export const stockLot = z.object({
  id: longId,
  product_id: id,
  name: z.string(),
  unit: z.string(),
  lot: z.nullable(z.string()),
  best_before: z.nullable(z.string()),
  use_by: z.nullable(z.string()),
  quantity,
})
export type StockLot = z.output<typeof stockLot>

/** `delivery` and `waste` are above 0; `count` is the counted quantity; `correction` has the sign of the ledger entry. */
const MOVES_BY_HAND = ['delivery', 'count', 'waste', 'correction'] as const
const stockMoves = z.strictObject({
  key: clientKey,
  kind: z.enum(MOVES_BY_HAND),
  /** Required for waste and corrections. */
  reason: z.optional(freeText.check(z.maxLength(500))),
  /** Of a delivery: who brought it, the number of its note, and the order that it belongs to. */
  supplier_id: z.optional(id),
  delivery_note: z.optional(freeText.check(z.maxLength(100))),
  purchase_order_id: z.optional(id),
  /** Of a delivery with a supplier: prices other than today's become its purchase prices from today on. */
  save_prices: z.optional(z.boolean()),
  /** Those who only help in the store enter no prices: their deliveries have those of the order. */
  lines: z
    .array(
      z.strictObject({
        product_id: id,
        quantity,
        price: z.optional(purchasePriceValue),
        /** Of a delivery or waste: the part of the quantity that is of known lots. */
        lots: z.optional(z.array(z.strictObject(lotQuantity.shape)).check(z.maxLength(20))),
      }),
    )
    .check(z.minLength(1), z.maxLength(500)),
})
export type StockMoves = z.output<typeof stockMoves>

const ledgerRow = z.object({
  id: longId,
  kind: z.enum([...MOVES_BY_HAND, 'sale', 'refund', 'return']),
  quantity,
  /** The shelf's quantity after this row, in the ledger's order. */
  quantity_after: quantity,
  reason: z.nullable(z.string()),
  /** The admin who did it; never a shopper. */
  by: z.nullable(z.object({ id, email: z.string() })),
  order_id: z.nullable(longId),
  stock_take_id: z.nullable(id),
  /** The entry that received the goods, or the one that reverted it. */
  delivery_id: z.nullable(longId),
  at: instant,
})
export type LedgerRow = z.output<typeof ledgerRow>

const foundByCode = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('product'),
    product_id: id,
    name: z.string(),
    unit: z.string(),
    product_type: product.shape.product_type,
    product_code_type: product.shape.product_code_type,
    /** The quantity that the code represents: 1, the units of a case, or the weight on a label. */
    quantity,
  }),
  z.object({ kind: z.literal('unknown'), code: z.string() }),
  z.object({ kind: z.literal('bad-check-digit'), code: z.string() }),
])
export type FoundByCode = z.output<typeof foundByCode>

const delivery = z.object({
  id: longId,
  at: instant,
  by: z.object({ id, email: forKeepers(z.string()) }),
  supplier: z.nullable(z.object({ id, name: z.string() })),
  note: z.nullable(z.string()),
  purchase_order_id: z.nullable(id),
  /** At the prices that were entered, excluding VAT; `unpriced` lines have none. */
  cost: forKeepers(euros),
  unpriced: z.int(),
  /** The delivery that this one reverts, and the one that reverts this one. */
  undoes: z.nullable(longId),
  undone_by: z.nullable(longId),
  lines: z.array(
    z.object({
      product_id: id,
      name: z.string(),
      unit: z.string(),
      quantity,
      price: forKeepers(z.number()),
      lots: z.array(lotQuantity),
    }),
  ),
})
export type Delivery = z.output<typeof delivery>

const storeParams = z.object({ id: pathId })

export const stock = {
  list: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/stock',
    description: 'The stock of a store, and which products are low, out of stock or below zero.',
    access: 'helper',
    stores: { store: 'params.id' },
    reads: ['products'],
    params: storeParams,
    query: listQuery(['name', 'quantity', 'sort_order', 'id'], {
      q: z.optional(searchText),
      /** Only this product. */
      product_id: z.optional(pathId),
      level: z.optional(stockLevel),
      offered: z.optional(yesOrNo),
      supplier_id: z.optional(pathId),
    }),
    answer: pageSchema(shelf),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  lots: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/stock-lots',
    description: 'The lots that a store has, and when they end. The soonest first, and those without a date last.',
    access: 'helper',
    stores: { store: 'params.id' },
    reads: ['products'],
    params: storeParams,
    query: listQuery(['last_day'], {
      product_id: z.optional(pathId),
      /** Only lots whose date passes in so many days, or has passed. */
      ends_within: z.optional(z.pipe(z.enum(['0', '7', '30']), z.transform(Number))),
    }),
    answer: pageSchema(stockLot),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  value: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/stock-value',
    description: 'The value of a store’s stock at today’s purchase prices, excluding VAT.',
    access: 'keeper',
    stores: { store: 'params.id' },
    reads: ['products'],
    params: storeParams,
    answer: z.object({
      value: euros,
      /** How many products that are there have a purchase price, and how many have none. */
      priced: z.int(),
      unpriced: z.int(),
    }),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  move: endpoint({
    method: 'POST',
    path: 'admin/stores/:id/stock-moves',
    description:
      'Records received, counted, wasted or corrected quantities: all lines or none. A repeated call with the same key changes nothing.',
    access: 'helper',
    stores: { store: 'params.id' },
    touches: ['products', 'supplierOrders', 'auditLog'],
    params: storeParams,
    body: stockMoves,
    /** `delivery_id`: what `undoDelivery` undoes; null if nothing was received. */
    answer: z.object({
      delivery_id: z.nullable(longId),
      lines: z.array(z.object({ product_id: id, moved: quantity, quantity })),
    }),
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'form.invalid'],
  }),
  deliveries: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/deliveries',
    description: 'The deliveries to a store, with the received quantities. The newest first.',
    access: 'helper',
    stores: { store: 'params.id' },
    reads: ['products', 'supplierOrders'],
    params: storeParams,
    query: listQuery(['id'], {
      supplier_id: z.optional(pathId),
      delivery_id: z.optional(longPathId),
      purchase_order_id: z.optional(pathId),
    }),
    answer: z.extend(pageSchema(delivery), { sums: costSums }),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  undoDelivery: endpoint({
    method: 'POST',
    path: 'admin/deliveries/:id/undo',
    description:
      'Undoes a delivery with opposite moves. 409 with `reason`: `undone` already, `counted` since, or `sold`, at least in part.',
    access: 'helper',
    stores: { record: 'delivery', at: 'params.id' },
    touches: ['products', 'supplierOrders', 'auditLog'],
    params: z.object({ id: longPathId }),
    body: z.strictObject({ reason }),
    answer: z.object({ id: longId }),
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'delivery.notUndoable'],
  }),
  ledger: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/stock/:product_id/moves',
    description: 'Every change of a product’s stock in a store. The newest first.',
    access: 'keeper',
    stores: { store: 'params.id' },
    reads: ['products'],
    params: z.object({ id: pathId, product_id: pathId }),
    query: listQuery(['id'], { kind: z.optional(ledgerRow.shape.kind) }),
    answer: pageSchema(ledgerRow),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  code: endpoint({
    method: 'GET',
    path: 'admin/codes/:code',
    description: 'The product that a scanned code identifies, sold or not.',
    access: 'helper',
    stores: { shopWide: 'Products belong to the shop.' },
    reads: ['products'],
    params: z.object({ code: freeText.check(z.maxLength(100)) }),
    answer: foundByCode,
    errors: FOR_ADMINS,
  }),
}

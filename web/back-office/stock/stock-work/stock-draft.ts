import * as z from 'zod/mini'
import { product } from '#contract/catalogue/products.ts'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import type { StockMoves } from '#contract/stock/stock.ts'
import type { Lot } from '#domain/catalogue/lot.ts'
import { parsePurchasePrice } from '#domain/catalogue/purchase-price.ts'
import { parseDecimalInput, quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { isQuantity, type MoveKind } from '#domain/stock/stock-moves.ts'
import { readEach } from '#web/kit/api/unreadable-work.ts'
import { addLot, hasLots, lineLots, toMovedLots } from './draft-lots.ts'
import type { WorkKind } from './work-labels.ts'

/** The product data that stock work needs; stored in the browser with the counts. */
export const goodsSchema = z.object({
  productId: z.int(),
  name: z.string(),
  unit: z.string(),
  codeType: product.shape.product_code_type,
})
export type DraftGoods = z.output<typeof goodsSchema>

/** A quantity as typed here: with a comma. */
const toTyped = (quantity: number): string => String(quantity).replace('.', ',')

/** Parses a typed quantity; undefined if it isn't valid for the kind of move. */
export function typedQuantity(text: string, kind: MoveKind, codeType: DraftGoods['codeType']): number | undefined {
  const quantity = parseDecimalInput(text)
  return quantity !== undefined && isQuantity(quantity, kind, codeType) ? quantity : undefined
}

const draftLine = z.object({
  ...goodsSchema.shape,
  text: z.string(),
  /** Of a delivery: what one cost, as typed. */
  price: z.optional(z.string()),
  ...lineLots,
})
/** A line as displayed: the quantity is the typed text. */
export type DraftLine = z.output<typeof draftLine>

const draftSchema = z.object({
  /** Idempotency key: the same key again is the same request. */
  key: z.string(),
  reason: z.string(),
  lines: z.array(draftLine),
  /** Of a delivery. */
  supplier: z.optional(z.string()),
  deliveryNote: z.optional(z.string()),
  savePrices: z.optional(z.boolean()),
  /** Sent without a response yet: until there is one, the draft must not change. */
  isSent: z.boolean(),
})
export type StockDraft = z.output<typeof draftSchema>

export const emptyFormValues = (key: string): StockDraft => ({ key, reason: '', lines: [], isSent: false })

const keptDraft = z.object({ ...draftSchema.shape, lines: z.array(z.unknown()) })

/** The stored draft without its unreadable lines; a new one if there is none, or none of it can be read. */
export function readDraft(stored: unknown, newKey: () => string, onUnreadable: () => void): StockDraft {
  if (stored === undefined) return emptyFormValues(newKey())
  const read = z.safeParse(keptDraft, stored).data
  if (!read) {
    onUnreadable()
    return emptyFormValues(newKey())
  }
  return { ...read, lines: readEach(draftLine, read.lines, onUnreadable) }
}

/** Deliveries and waste come in parts, so each scan adds to the quantity. A count or a correction is a single figure. */
const addsUp = (kind: WorkKind): boolean => kind === 'delivery' || kind === 'waste'

export type DraftAddition = {
  kind: WorkKind
  goods: DraftGoods
  /** 0: the code contains no quantity. */
  quantity: number
  /** That the code names. */
  lot?: Lot | undefined
}

/** `added`: the scan contained the quantity. `ask`: the line needs one. `already`: 'Product already selected'. */
export type AddToDraftResult = { draft: StockDraft; outcome: 'added' | 'ask' | 'already' }

/** Adds a scan or a choice. Its line comes first. */
export function addToDraft(
  before: StockDraft,
  { kind, goods: scanned, quantity, lot }: DraftAddition,
): AddToDraftResult {
  const line = before.lines.find(({ productId }) => productId === scanned.productId)
  const others = before.lines.filter(each => each !== line)
  const isQuantityKnown = addsUp(kind) && quantity > 0 && scanned.codeType !== 'bulk'
  if (line && !isQuantityKnown) return { draft: before, outcome: 'already' }
  const text = isQuantityKnown ? toTyped(addTyped(line?.text ?? '', quantity)) : ''
  const thousandths = isQuantityKnown ? thousandthsFromQuantity(quantity) : undefined
  const lots = lot && hasLots(kind) && addLot(line ?? {}, lot, thousandths)
  const added = { ...line, ...scanned, text, ...lots }
  return { draft: { ...before, lines: [added, ...others] }, outcome: isQuantityKnown ? 'added' : 'ask' }
}

/** Names the lot of what was just added without one. */
export function nameLot(before: StockDraft, { kind, goods: scanned, quantity, lot }: DraftAddition): StockDraft {
  if (!lot || !hasLots(kind)) return before
  const thousandths = quantity > 0 && scanned.codeType !== 'bulk' ? thousandthsFromQuantity(quantity) : undefined
  const lines = before.lines.map(line =>
    line.productId === scanned.productId ? { ...line, ...addLot(line, lot, thousandths) } : line,
  )
  return { ...before, lines }
}

/** In thousandths: sums of decimal fractions are inexact. */
function addTyped(text: string, quantity: number): number {
  const before = thousandthsFromQuantity(parseDecimalInput(text) ?? 0) ?? 0
  return quantityFromThousandths(before + (thousandthsFromQuantity(quantity) ?? 0))
}

export const changeText = (before: StockDraft, productId: number, text: string): StockDraft => ({
  ...before,
  lines: before.lines.map(line => (line.productId === productId ? { ...line, text } : line)),
})

export const removeLine = (before: StockDraft, productId: number): StockDraft => ({
  ...before,
  lines: before.lines.filter(line => line.productId !== productId),
})

export const needsReason = (kind: WorkKind): boolean => kind === 'waste' || kind === 'correction'

type LineFault = 'empty' | 'invalid'

export function lineFault({ text, codeType }: DraftLine, kind: WorkKind): LineFault | undefined {
  if (text.trim() === '') return 'empty'
  return typedQuantity(text, kind, codeType) === undefined ? 'invalid' : undefined
}

// From here on, a quantity in a small store is more likely a slip of the finger.
const UNUSUAL_QUANTITY = 1000

/** Whether a quantity is asked about before it is sent. */
export const isUnusual = (quantity: number): boolean => Math.abs(quantity) >= UNUSUAL_QUANTITY

/** The lines with such a quantity. */
export const unusualLines = ({ lines }: StockDraft, kind: WorkKind): DraftLine[] =>
  lines.filter(({ text, codeType }) => isUnusual(typedQuantity(text, kind, codeType) ?? 0))

/** Sets the lot of what a line has besides its scanned lots: a key of `lotKey`. */
export const changeRest = (before: StockDraft, productId: number, rest: string | undefined): StockDraft => ({
  ...before,
  lines: before.lines.map(line => (line.productId === productId ? { ...line, rest } : line)),
})

export const changePrice = (before: StockDraft, productId: number, price: string): StockDraft => ({
  ...before,
  lines: before.lines.map(line => (line.productId === productId ? { ...line, price } : line)),
})

/** The typed price of a line, or else the expected one of its order. */
export function priceText({ productId, price }: DraftLine, order: PurchaseOrderDetail | undefined): string {
  const expected = order?.lines.find(line => line.product_id === productId)?.price ?? null
  return price ?? (expected === null ? '' : toTyped(expected))
}

/** Empty is no price. */
export function isPriceText(text: string): boolean {
  const price = parseDecimalInput(text)
  return text.trim() === '' || (price !== undefined && parsePurchasePrice(price) !== undefined)
}

/** Takes what an order is still missing, besides what was scanned of other products. */
export function fillAsOrdered(before: StockDraft, order: PurchaseOrderDetail): StockDraft {
  const missing = order.lines.flatMap(({ product_id: productId, name, unit, ordered, received, ...rest }) => {
    const remaining = (thousandthsFromQuantity(ordered) ?? 0) - (thousandthsFromQuantity(received) ?? 0)
    if (remaining <= 0) return []
    const line = before.lines.find(each => each.productId === productId)
    const text = toTyped(quantityFromThousandths(remaining))
    return [{ productId, name, unit, codeType: rest.product_code_type, ...line, text }]
  })
  const others = before.lines.filter(line => missing.every(({ productId }) => productId !== line.productId))
  return { ...before, lines: [...missing, ...others] }
}

/** A delivery's facts besides its quantities. */
function toDelivery({ supplier, deliveryNote = '', savePrices }: StockDraft, order: PurchaseOrderDetail | undefined) {
  const supplierId = order?.supplier.id ?? (supplier ? Number(supplier) : undefined)
  return {
    ...(supplierId !== undefined && { supplier_id: supplierId }),
    ...(deliveryNote.trim() !== '' && { delivery_note: deliveryNote.trim() }),
    ...(order && { purchase_order_id: order.id }),
    ...(supplierId !== undefined && savePrices === true && { save_prices: true }),
  }
}

function priceOfLine(line: DraftLine, order: PurchaseOrderDetail | undefined) {
  const price = parseDecimalInput(priceText(line, order))
  return price !== undefined && parsePurchasePrice(price) !== undefined ? { price } : {}
}

/** The request's body. Check the lines for faults first. `order`: that a delivery belongs to. */
export function toStockMoves(sent: StockDraft, kind: WorkKind, order?: PurchaseOrderDetail): StockMoves {
  const { key, reason, lines } = sent
  const isDelivery = kind === 'delivery'
  return {
    key,
    kind,
    ...(reason.trim() !== '' && { reason: reason.trim() }),
    ...(isDelivery && toDelivery(sent, order)),
    // In the order in which they were taken: the screen shows the last one first.
    lines: lines
      .map(line => {
        const quantity = typedQuantity(line.text, kind, line.codeType) ?? 0
        return {
          product_id: line.productId,
          quantity,
          ...(isDelivery && priceOfLine(line, order)),
          ...(hasLots(kind) && toMovedLots(line, thousandthsFromQuantity(quantity) ?? 0)),
        }
      })
      .toReversed(),
  }
}

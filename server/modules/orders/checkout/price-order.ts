import { type Lot, toRequestedLot } from '#domain/catalogue/lot.ts'
import { judgeLot } from '#domain/catalogue/markdown.ts'
import { agreesWithLabels, isLabelTooSmall, quantityOfLabels } from '#domain/catalogue/scale-label-prices.ts'
import { lineTotalCents, vatTotals, type VatTotals } from '#domain/catalogue/vat.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { centsFromEuros } from '#domain/money.ts'
import { basketKey } from '#domain/orders/basket.ts'
import { MAX_LABEL_EUROS, MAX_ORDER_CENTS, MAX_QUANTITY } from '#domain/orders/order-limits.ts'
import { THOUSANDTHS_PER_UNIT, thousandthsFromQuantity } from '#domain/quantity.ts'
import type { LotRules } from '#server/modules/catalogue/products/find-lot-rules.ts'
import type { SellableProduct } from '#server/modules/catalogue/products/queries.ts'
import { refuse, type Refusal } from '#server/platform/http/refusal.ts'

/** A basket line as the shopper sends it, without the price, which the server looks up. */
export type OrderItemInput = {
  product_id: number
  quantity: number
  amounts?: number[] | undefined
  lot?: string | undefined
  best_before?: string | undefined
  use_by?: string | undefined
}

type OrderType = SellableProduct['productType']

export type PricedLine = {
  product: SellableProduct
  quantityThousandths: number
  amountsCents: number[] | null
  lot: Lot | undefined
  /** Less than the product's price by `percent`, if the lot's date reduces it. */
  unitPriceCents: number
  percent: number | undefined
  totalCents: number
  depositCents: number
}

export type PricedOrder = { lines: PricedLine[]; totals: VatTotals }

export type PricingRefusal = Refusal<
  | 'request.invalid'
  | 'order.empty'
  | 'order.nothingToPay'
  | 'preorder.nothingToPay'
  | 'order.quantityInvalid'
  | 'order.amountsInvalid'
  | 'order.labelTooSmall'
  | 'order.productUnknown'
  | 'order.productUnavailable'
  | 'order.productRecalled'
  | 'order.datePassed'
  | 'order.tooLarge'
>

const MAX_QUANTITY_THOUSANDTHS = MAX_QUANTITY * THOUSANDTHS_PER_UNIT
const MAX_LABEL_CENTS = MAX_LABEL_EUROS * 100

const isSoldByThePiece = (product: SellableProduct): boolean => product.productCodeType === 'standard'

function readAmounts({ amounts = [] }: OrderItemInput): number[] | undefined {
  const cents = amounts.map(centsFromEuros)
  const sound = cents.filter(amount => amount !== undefined && amount > 0 && amount <= MAX_LABEL_CENTS)
  // Every amount was just found to be a number.
  return cents.length > 0 && sound.length === cents.length ? (sound as number[]) : undefined
}

/**
 * The quantity that the labels result in. The shopper's quantity must agree with it but is not used: the tolerance of many labels
 * would add up.
 */
function readLabels(item: OrderItemInput, priceCents: number, saidThousandths: number) {
  const amountsCents = readAmounts(item)
  if (!amountsCents || priceCents <= 0) return 'order.amountsInvalid' as const
  if (!agreesWithLabels(saidThousandths, amountsCents, priceCents)) return 'order.amountsInvalid' as const
  if (amountsCents.some(cents => isLabelTooSmall(cents, priceCents))) return 'order.labelTooSmall' as const
  return { amountsCents, quantityThousandths: quantityOfLabels(amountsCents, priceCents) }
}

/** How much of a product, in the way it is sold: by the piece, by a quantity, or by price labels. */
function readQuantity(item: OrderItemInput, product: SellableProduct) {
  const quantityThousandths = thousandthsFromQuantity(item.quantity)
  if (quantityThousandths === undefined || quantityThousandths <= 0) return 'order.quantityInvalid' as const
  if (isSoldByThePiece(product) && quantityThousandths % 1000 !== 0) return 'order.quantityInvalid' as const
  if (quantityThousandths > MAX_QUANTITY_THOUSANDTHS) return 'order.tooLarge' as const
  if (product.productCodeType === 'bulk_encoded_price') return readLabels(item, product.priceCents, quantityThousandths)
  return item.amounts === undefined ? { amountsCents: null, quantityThousandths } : ('order.amountsInvalid' as const)
}

/** Pre-order products are sold only in events, and events sell nothing else; a disabled product is unknown. */
function refuseProduct(product: SellableProduct | undefined, orderType: OrderType) {
  // Before other refusals: a shopper who has a recalled product in hand must learn it in any case.
  if (product?.recalled) return 'order.productRecalled' as const
  if (!product?.enabled) return 'order.productUnknown' as const
  return product.productType === orderType && product.offered ? undefined : ('order.productUnavailable' as const)
}

/** What one costs. A label's amount is charged exactly: no date reduces it. */
function judgeItem(item: OrderItemInput, product: SellableProduct, rules: LotRules | undefined) {
  const lot = toRequestedLot(item)
  const { priceCents } = product
  if (!lot) return { priceCents, percent: undefined }
  if (!rules || [lot.bestBefore, lot.useBy].some(date => date !== undefined && !isDay(date)))
    return refuse('request.invalid', { fields: ['orderItems'] })
  const judged = judgeLot({ ...product, ...rules.rulesFor(product) }, lot, rules.today)
  if (judged.kind === 'sold') return { percent: undefined, ...(item.amounts === undefined ? judged : { priceCents }) }
  const { product_id } = item
  return refuse(judged.kind === 'lot-recalled' ? 'order.productRecalled' : 'order.datePassed', { product_id })
}

function priceLine(
  item: OrderItemInput,
  product: SellableProduct,
  rules: LotRules | undefined,
): PricedLine | PricingRefusal {
  const read = readQuantity(item, product)
  if (typeof read === 'string') return refuse(read, { product_id: item.product_id })
  const { quantityThousandths, amountsCents } = read
  const judged = judgeItem(item, product, rules)
  if ('refused' in judged) return judged
  const { priceCents: unitPriceCents, percent } = judged
  const totalCents = lineTotalCents({
    unitPriceCents,
    quantityThousandths,
    amountsCents: amountsCents ?? undefined,
  })
  const depositCents = lineTotalCents({ unitPriceCents: product.depositCents, quantityThousandths })
  return {
    product,
    quantityThousandths,
    amountsCents,
    lot: toRequestedLot(item),
    unitPriceCents,
    percent,
    totalCents,
    depositCents,
  }
}

export type PriceOrderInput = {
  items: OrderItemInput[]
  products: ReadonlyMap<number, SellableProduct>
  orderType?: OrderType
  /** Needed if an item names a lot or a date. */
  lotRules?: LotRules | undefined
}

/** Prices a basket by the server's own products, or refuses it. Pure. */
export function priceOrder({
  items,
  products,
  orderType = 'standard',
  lotRules,
}: PriceOrderInput): PricedOrder | PricingRefusal {
  if (new Set(items.map(item => basketKey(item.product_id, toRequestedLot(item)))).size < items.length) {
    return refuse('request.invalid', { fields: ['orderItems'] })
  }
  const lines: PricedLine[] = []
  for (const item of items) {
    const product = products.get(item.product_id)
    const refused = refuseProduct(product, orderType)
    if (refused || !product) return refuse(refused ?? 'order.productUnknown', { product_id: item.product_id })
    const line = priceLine(item, product, lotRules)
    if ('refused' in line) return line
    lines.push(line)
  }
  const sums = vatTotals(
    lines.map(({ totalCents, product }) => ({ totalCents, rateBasisPoints: product.rateBasisPoints })),
  )
  if (lines.length === 0) return refuse('order.empty')
  // A complete order has a payment, and no terminal takes 0,00 €.
  if (sums.grossCents === 0) return refuse(orderType === 'preorder' ? 'preorder.nothingToPay' : 'order.nothingToPay')
  return sums.grossCents > MAX_ORDER_CENTS ? refuse('order.tooLarge') : { lines, totals: sums }
}

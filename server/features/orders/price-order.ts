import { MAX_LABEL_EUROS, MAX_QUANTITY } from '#domain/basket.ts'
import { centsFromEuros } from '#domain/money.ts'
import { THOUSANDTHS_PER_UNIT, thousandthsFromQuantity } from '#domain/quantity.ts'
import { lineTotalCents, totals, type Totals } from '#domain/vat.ts'
import { refuse, type Refusal } from '#server/http/refusal.ts'
import type { SellableProduct } from '../products/queries.ts'

/** A basket line as the shopper sends it: no price, the server knows it. */
export type OrderItemInput = { product_id: number; quantity: number; amounts?: number[] | undefined }

type OrderType = SellableProduct['productType']

export type PricedLine = {
  product: SellableProduct
  quantityThousandths: number
  amountsCents: number[] | null
  totalCents: number
  depositCents: number
}

export type PricedOrder = { lines: PricedLine[]; totals: Totals }

type PricingRefusal = Refusal<
  | 'request.invalid'
  | 'order.empty'
  | 'order.quantityInvalid'
  | 'order.amountsInvalid'
  | 'order.productUnknown'
  | 'order.productUnavailable'
  | 'order.tooLarge'
>

/** Beyond these a basket is a mistake, or an attack on the sums. */
const MAX_QUANTITY_THOUSANDTHS = MAX_QUANTITY * THOUSANDTHS_PER_UNIT
const MAX_LABEL_CENTS = MAX_LABEL_EUROS * 100
const MAX_ORDER_CENTS = 1_000_000

const isSoldByThePiece = (product: SellableProduct): boolean => product.productCodeType === 'standard'

/** Each label's amount is its share of the quantity, rounded to a thousandth of a unit. */
function agree(amountsCents: number[], quantityThousandths: number, priceCents: number): boolean {
  if (priceCents <= 0) return false
  const shares = amountsCents.reduce((sum, cents) => sum + (cents * 1000) / priceCents, 0)
  return Math.abs(shares - quantityThousandths) <= amountsCents.length
}

function readAmounts(item: OrderItemInput, product: SellableProduct): number[] | null | undefined {
  const isPriceEncoded = product.productCodeType === 'bulk_encoded_price'
  if (!isPriceEncoded) return item.amounts === undefined ? null : undefined
  const cents = (item.amounts ?? []).map(centsFromEuros)
  const sound = cents.filter(amount => amount !== undefined && amount > 0 && amount <= MAX_LABEL_CENTS)
  // Every amount was just found to be a number.
  return cents.length > 0 && sound.length === cents.length ? (sound as number[]) : undefined
}

/** Pre-order products are sold in events alone, and nothing else is; a disabled one is known no more. */
function refuseProduct(product: SellableProduct | undefined, orderType: OrderType) {
  if (!product?.enabled) return 'order.productUnknown' as const
  return product.productType === orderType && product.offered ? undefined : ('order.productUnavailable' as const)
}

function priceLine(item: OrderItemInput, product: SellableProduct): PricedLine | PricingRefusal {
  const about = { product_id: item.product_id }
  const quantityThousandths = thousandthsFromQuantity(item.quantity)
  if (quantityThousandths === undefined || quantityThousandths <= 0) return refuse('order.quantityInvalid', about)
  if (isSoldByThePiece(product) && quantityThousandths % 1000 !== 0) return refuse('order.quantityInvalid', about)
  if (quantityThousandths > MAX_QUANTITY_THOUSANDTHS) return refuse('order.tooLarge', about)
  const amountsCents = readAmounts(item, product)
  if (amountsCents === undefined) return refuse('order.amountsInvalid', about)
  if (amountsCents && !agree(amountsCents, quantityThousandths, product.priceCents)) {
    return refuse('order.amountsInvalid', about)
  }
  const totalCents = lineTotalCents({
    unitPriceCents: product.priceCents,
    quantityThousandths,
    amountsCents: amountsCents ?? undefined,
  })
  const depositCents = lineTotalCents({ unitPriceCents: product.depositCents, quantityThousandths })
  return { product, quantityThousandths, amountsCents, totalCents, depositCents }
}

/** Prices a basket by the server's own products, or says what is wrong with it. Pure. */
export function priceOrder(
  items: OrderItemInput[],
  products: Map<number, SellableProduct>,
  orderType: OrderType = 'standard',
): PricedOrder | PricingRefusal {
  if (new Set(items.map(item => item.product_id)).size < items.length) {
    return refuse('request.invalid', { fields: ['orderItems'] })
  }
  const lines: PricedLine[] = []
  for (const item of items) {
    const product = products.get(item.product_id)
    const refused = refuseProduct(product, orderType)
    if (refused || !product) return refuse(refused ?? 'order.productUnknown', { product_id: item.product_id })
    const line = priceLine(item, product)
    if ('refused' in line) return line
    lines.push(line)
  }
  const sums = totals(
    lines.map(({ totalCents, product }) => ({ totalCents, rateBasisPoints: product.rateBasisPoints })),
  )
  if (sums.grossCents <= 0) return refuse('order.empty')
  return sums.grossCents > MAX_ORDER_CENTS ? refuse('order.tooLarge') : { lines, totals: sums }
}

import {
  needsConfirmation,
  normaliseGtin,
  parseVariableMeasure,
  resolveScan,
  type ScanCatalogue,
} from '#domain/barcode.ts'
import { isLabelTooSmall } from '#domain/catalogue/price-labels.ts'
import { lineTotalCents } from '#domain/catalogue/vat.ts'
import { eurosFromCents } from '#domain/money.ts'
import { type Addition, isWeighed } from '#domain/orders/basket.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import type { ShopProduct } from './shop-product.ts'

/** The result of a code, or of a choice from the list. */
export type Reading =
  | { kind: 'add'; product: ShopProduct; addition: Addition }
  /** An unusually large amount, which the shopper has to confirm. */
  | { kind: 'confirm'; product: ShopProduct; addition: Addition; quantityThousandths: number; costCents: number }
  /** Sold by a quantity that the shopper types. */
  | { kind: 'ask-quantity'; product: ShopProduct }
  /** Weighed goods without their label. */
  | { kind: 'label-needed'; product: ShopProduct }
  /** A price label for less than any scale weighs: the server would refuse the order. */
  | { kind: 'label-too-small'; product: ShopProduct }
  | { kind: 'not-sold-here'; product: ShopProduct }
  | { kind: 'unknown' | 'bad-check-digit'; code: string }
  | { kind: 'no-such-product' }

type Amounts = {
  quantityThousandths: number
  amountCents?: number
}

/** Reads a scanned or typed code; it needs no network. */
export function readCode(code: string, catalogue: ScanCatalogue, products: readonly ShopProduct[]): Reading {
  const scan = resolveScan(code, catalogue)
  if (!('productId' in scan)) return scan
  const product = products.find(({ id }) => id === scan.productId)
  if (!product) return { kind: 'no-such-product' }
  if (scan.kind === 'not-sold-here') return { kind: scan.kind, product }
  if (isWeighed(product) && !hasMeasure(code, catalogue)) return { kind: 'label-needed', product }
  return readAmounts(product, scan)
}

/** Reads a product chosen by its name. */
export function readChoice(product: ShopProduct): Reading {
  if (!product.available) return { kind: 'not-sold-here', product }
  return isWeighed(product) ? { kind: 'label-needed', product } : readAmounts(product, { quantityThousandths: 1000 })
}

/** Reads a typed quantity of bulk goods: grams are easily taken for kilograms. */
export function readTypedQuantity(
  product: ShopProduct,
  quantity: number,
): Extract<Reading, { kind: 'add' | 'confirm' }> {
  const quantityThousandths = thousandthsFromQuantity(quantity) ?? 0
  const costCents = lineTotalCents({ unitPriceCents: product.priceCents, quantityThousandths })
  const addition = { quantity }
  return needsConfirmation({ quantityThousandths, lineCents: costCents })
    ? { kind: 'confirm', product, addition, quantityThousandths, costCents }
    : { kind: 'add', product, addition }
}

/** A label with a weight or a price; a master label has zeros there. */
function hasMeasure(code: string, { layouts }: ScanCatalogue): boolean {
  return (parseVariableMeasure(normaliseGtin(code) ?? '', layouts)?.value ?? 0) > 0
}

function readAmounts(product: ShopProduct, { quantityThousandths, amountCents }: Amounts): Reading {
  if (product.productCodeType === 'bulk') return { kind: 'ask-quantity', product }
  if (amountCents !== undefined && isLabelTooSmall(amountCents, product.priceCents)) {
    return { kind: 'label-too-small', product }
  }
  const addition = {
    quantity: quantityFromThousandths(quantityThousandths),
    ...(amountCents !== undefined && { amountEuros: eurosFromCents(amountCents) }),
  }
  const lineCents = amountCents ?? lineTotalCents({ unitPriceCents: product.priceCents, quantityThousandths })
  return isAbsurd(product, { quantityThousandths, lineCents })
    ? { kind: 'confirm', product, addition, quantityThousandths, costCents: lineCents }
    : { kind: 'add', product, addition }
}

/**
 * A single piece is never absurd, however expensive, nor is a case for its number of pieces: only labels and prices of cases
 * can be.
 */
function isAbsurd(product: ShopProduct, read: { quantityThousandths: number; lineCents: number }): boolean {
  if (isWeighed(product)) return needsConfirmation(read)
  return read.quantityThousandths !== 1000 && needsConfirmation({ ...read, quantityThousandths: 0 })
}

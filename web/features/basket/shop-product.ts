import type { Product } from '#contract/products.ts'
import type { ScannableProduct } from '#domain/barcode.ts'
import type { BasketProduct } from '#domain/basket.ts'
import { roundHalfAwayFromZero } from '#domain/money.ts'

/** A product of the list as the basket prices it and the scanner finds it. */
export interface ShopProduct extends BasketProduct, ScannableProduct {
  unit: string
  drawing: Product['drawing']
}

const cents = (euros: number) => Math.round(euros * 100)

/** `sellsAgeRestricted`: whether the store sells goods with a least age. */
export function toShopProduct(product: Product, sellsAgeRestricted: boolean): ShopProduct {
  const isOffered = product.active_store_stock?.status === true
  return {
    id: product.id,
    name: product.name,
    unit: product.unit,
    drawing: product.drawing,
    priceCents: cents(product.price),
    rateBasisPoints: Math.round(product.vat * 100),
    productCodeType: product.product_code_type,
    ean13: product.ean13,
    eanCase: product.eanCase,
    product_code: product.product_code,
    unitsPerCase: product.units_per_case,
    available: isOffered && (product.least_age === null || sellsAgeRestricted),
  }
}

/** Weighed goods come with a label that says how much: they are scanned, never counted. */
export function isWeighed({ productCodeType }: Pick<ShopProduct, 'productCodeType'>): boolean {
  return productCodeType === 'bulk_encoded_weight' || productCodeType === 'bulk_encoded_price'
}

/** What a quantity of a product costs, in cents. */
export function costCents({ priceCents }: Pick<ShopProduct, 'priceCents'>, quantityThousandths: number): number {
  return roundHalfAwayFromZero(BigInt(priceCents) * BigInt(quantityThousandths), 1000n)
}

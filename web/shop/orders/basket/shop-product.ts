import type { Product } from '#contract/catalogue/products.ts'
import type { ScannableProduct } from '#domain/catalogue/barcode.ts'
import { centsFromEuros } from '#domain/money.ts'
import type { BasketProduct } from '#domain/orders/basket.ts'

/** A product of the list, in the shape for pricing the basket and for scanning. */
export type ShopProduct = BasketProduct &
  ScannableProduct & {
    unit: string
    drawing: Product['drawing']
    allergens?: Product['allergens']
    campaign?: Product['campaign']
    /** The store has it but doesn't sell it, without staff to check the age. */
    needsStaff?: boolean
    isRecalled?: boolean
  }

/** `sellsAgeRestricted`: whether the store sells goods with a least age. */
export function toShopProduct(product: Product, sellsAgeRestricted: boolean): ShopProduct {
  const isOffered = product.active_store_stock?.status === true
  const needsStaff = product.min_age !== null && !sellsAgeRestricted
  return {
    id: product.id,
    name: product.name,
    unit: product.unit,
    drawing: product.drawing,
    allergens: product.allergens,
    campaign: product.campaign,
    priceCents: centsFromEuros(product.price) ?? 0,
    rateBasisPoints: Math.round(product.vat * 100),
    productCodeType: product.product_code_type,
    ean13: product.ean13,
    eanCase: product.eanCase,
    product_code: product.product_code,
    unitsPerCase: product.units_per_case,
    available: isOffered && !needsStaff,
    needsStaff: isOffered && needsStaff,
    isRecalled: product.recalled === true,
  }
}

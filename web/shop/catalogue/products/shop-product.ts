import type { Product } from '#contract/catalogue/products.ts'
import type { ScannableProduct } from '#domain/catalogue/barcode.ts'
import { centsFromEuros } from '#domain/money.ts'
import type { BasketProduct } from '#domain/orders/basket.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { formatMoney } from '#web/kit/ui/money.tsx'

/** A product of the list, in the shape for pricing the basket and for scanning. */
export type ShopProduct = BasketProduct &
  ScannableProduct & {
    unit: string
    drawing: Product['drawing']
    allergens?: Product['allergens']
    campaign?: Product['campaign']
    /** The store has it but doesn't sell it, without staff to check the age. */
    needsStaff?: boolean
    /** The time of the store in which it is sold, because of its minimum age. */
    saleTime?: 'staffed' | 'alcohol_sold' | undefined
    isRecalled?: boolean
  }

/** `sellsAgeRestricted`: whether the store sells goods with a minimum age. */
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
    depositCents: centsFromEuros(product.deposit) ?? 0,
    markdown: product.markdown,
    recalledLots: product.recalled_lots,
    rateBasisPoints: Math.round(product.vat * 100),
    productCodeType: product.product_code_type,
    ean13: product.ean13,
    further_codes: product.further_codes,
    eanCase: product.eanCase,
    product_code: product.product_code,
    unitsPerCase: product.units_per_case,
    available: isOffered && !needsStaff,
    needsStaff: isOffered && needsStaff,
    saleTime: product.alcohol ? 'alcohol_sold' : product.min_age === null ? undefined : 'staffed',
    isRecalled: product.recalled === true,
  }
}

type PricedProduct = Pick<ShopProduct, 'priceCents' | 'productCodeType' | 'unit'>

/** A price as on the shelf: per piece, or per kilogram or litre. */
export function priceText({ priceCents, productCodeType, unit }: PricedProduct, t: Translate): string {
  const price = formatMoney(priceCents)
  return productCodeType === 'standard' ? price : t('home.unitPrice', { price, unit: unitText(unit, t) })
}

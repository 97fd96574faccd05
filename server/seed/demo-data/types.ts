import type { ProductCodeType } from '#domain/catalogue/barcode.ts'
import type { Drawing } from '#domain/catalogue/drawings.ts'

/** Money is in integer cents, quantities in integer thousandths of the unit, VAT rates in integer basis points. */
export type DemoTexts = { readonly en: string; readonly fi: string; readonly sv: string }
export type LanguageCode = keyof DemoTexts

type DemoTerms = { readonly title: string; readonly paragraphs: readonly string[] }

export type DemoOperator = {
  readonly name: string
  /** Y-tunnus: seven digits, a hyphen, a check digit. */
  readonly businessId: string
  readonly address: string
  readonly email: string
  /** E.164. */
  readonly phone: string
  readonly terms: { readonly [Code in LanguageCode]: DemoTerms }
}

export type VatClassName = 'food' | 'general' | 'periodicals' | 'zero'
/** `validFrom` is yyyy-mm-dd; the newest rate that has begun applies. */
type DemoVatRate = { readonly validFrom: string; readonly rateBasisPoints: number }
export type DemoVatClass = { readonly name: VatClassName; readonly rates: readonly DemoVatRate[] }

export type SupplierKey = 'isokyla' | 'kaukola' | 'kolattu' | 'metsa' | 'panimo' | 'pernio' | 'saaristo' | 'tukku'
export type DemoSupplier = {
  readonly key: SupplierKey
  readonly name: string
  readonly email: string
  readonly leadDays: number
  /** Monday is 1. */
  readonly orderDays: string | null
  readonly minOrderCents: number | null
}

export type StoreKey = 'kirjakkala' | 'mathildedal' | 'teijo'
/** `weekday` is 1 for Monday to 7 for Sunday; times of day are hh:mm in the store's time zone. */
export type DemoHours = { readonly weekday: number; readonly opensAt: string; readonly closesAt: string }
export type DemoStore = {
  readonly key: StoreKey
  readonly name: string
  readonly address: string
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
  readonly alwaysOpen: boolean
  /** Empty when the store is always open. */
  readonly hours: readonly DemoHours[]
  /** When someone is in the store. */
  readonly staffedHours: readonly DemoHours[]
  readonly lock: 'rotating' | null
  readonly enablePreorders: boolean
  readonly sellsAgeRestricted: boolean
  readonly terminals: readonly { readonly name: string; readonly provider: 'test' }[]
}

/** A standard product is only offered in the stores that `stockThousandths` contains. */
export type DemoProduct = {
  readonly key: string
  readonly productType: 'standard' | 'preorder'
  readonly productCodeType: ProductCodeType
  readonly names: DemoTexts
  readonly descriptions: DemoTexts
  readonly supplier: SupplierKey
  readonly drawing: Drawing
  /** Of one unit, VAT and deposit included. */
  readonly priceCents: number
  readonly depositCents: number
  readonly vatClass: VatClassName
  /** The unit of the price: kg, or kpl, pkt (pakkaus), ps (pussi), plo (pullo), prk, tlk, rs (rasia), ltk, sk (säkki). */
  readonly unit: string
  /** The content of one unit, for the unit price; null where the law requires none. */
  readonly content: { readonly quantityThousandths: number; readonly unit: 'kg' | 'l' } | null
  /** The code of the shelf or label; with an encoded weight or price, zeros replace the value. */
  readonly productCode: string | null
  /** The first two digits of `productCode`, if the label encodes a weight or a price. */
  readonly prefix: '20' | '23' | null
  readonly ean13: string | null
  readonly eanCase: string | null
  readonly unitsPerCase: number | null
  readonly perishable: boolean
  readonly minAge: number | null
  readonly alcohol: boolean
  readonly alarmLimitThousandths: number
  readonly stockThousandths: { readonly [Key in StoreKey]?: number }
  readonly sortOrder: number
}
export type DemoUser = {
  readonly email: string
  /** E.164. */
  readonly phone: string
  readonly isVerified: boolean
  readonly isAdmin: boolean
  readonly language: LanguageCode
  readonly activeStore: StoreKey
}

/** `startsInDays` counts from the day of the seeding; `capPieces` null: unlimited. */
export type DemoEvent = {
  readonly names: DemoTexts
  readonly descriptions: DemoTexts
  readonly startsInDays: number
  readonly lastsDays: number
  readonly stores: readonly StoreKey[]
  readonly items: readonly { readonly product: string; readonly capPieces: number | null }[]
}

export type DemoShop = {
  readonly operator: DemoOperator
  readonly vatClasses: readonly DemoVatClass[]
  readonly suppliers: readonly DemoSupplier[]
  readonly stores: readonly DemoStore[]
  readonly products: readonly DemoProduct[]
  readonly users: readonly DemoUser[]
  readonly preorderEvents: readonly DemoEvent[]
}

import type { ProductCodeType } from '#domain/barcode.ts'
import type { Drawing } from '#domain/catalogue/drawings.ts'

/** Money is integer cents, quantity integer thousandths of the unit, a VAT rate integer basis points. */
export type Texts = { readonly en: string; readonly fi: string; readonly sv: string }
export type LanguageCode = keyof Texts

export type DemoTerms = { readonly title: string; readonly paragraphs: readonly string[] }

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
/** `validFrom` is yyyy-mm-dd; the newest rate that has begun holds. */
export type DemoVatRate = { readonly validFrom: string; readonly rateBasisPoints: number }
export type DemoVatClass = { readonly name: VatClassName; readonly rates: readonly DemoVatRate[] }

export type SupplierKey = 'isokyla' | 'kaukola' | 'kolattu' | 'metsa' | 'panimo' | 'pernio' | 'saaristo' | 'tukku'
export type DemoSupplier = { readonly key: SupplierKey; readonly name: string; readonly email: string }

export type StoreKey = 'kirjakkala' | 'mathildedal' | 'teijo'
/** `weekday` counts from Monday 1 to Sunday 7; times of day are hh:mm in the store's time zone. */
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
  readonly lock: 'rotating' | null
  readonly enablePreorders: boolean
  readonly sellsAgeRestricted: boolean
  readonly terminals: readonly { readonly name: string; readonly provider: 'test' }[]
}

/** A standard product is offered in the stores that `stockThousandths` names, and nowhere else. */
export type DemoProduct = {
  readonly key: string
  readonly productType: 'standard' | 'preorder'
  readonly productCodeType: ProductCodeType
  readonly names: Texts
  readonly descriptions: Texts
  readonly supplier: SupplierKey
  readonly drawing: Drawing
  /** Of one unit, VAT and deposit included. */
  readonly priceCents: number
  readonly depositCents: number
  readonly vatClass: VatClassName
  /** What the price is for: kg, or kpl, pkt (pakkaus), ps (pussi), plo (pullo), prk, tlk, rs (rasia), ltk, sk (säkki). */
  readonly unit: string
  /** How much one unit holds, for the unit price; null where the law asks for none. */
  readonly content: { readonly quantityThousandths: number; readonly unit: 'kg' | 'l' } | null
  /** The shelf's or the label's own code; for encoded weights and prices with zeros for the value. */
  readonly productCode: string | null
  /** The first two digits of `productCode` where the label holds a weight or a price. */
  readonly prefix: '20' | '23' | null
  readonly ean13: string | null
  readonly eanCase: string | null
  readonly unitsPerCase: number | null
  readonly perishable: boolean
  readonly leastAge: number | null
  readonly alarmLimitThousandths: number
  readonly stockThousandths: { readonly [Key in StoreKey]?: number }
  readonly sortOrder: number
}
/** A product in its shelf's file; `sortOrder` comes from its place there. */
export type DemoProductEntry = Omit<DemoProduct, 'sortOrder'>

export type DemoUser = {
  readonly email: string
  /** E.164. */
  readonly phone: string
  readonly isVerified: boolean
  readonly isAdmin: boolean
  readonly language: LanguageCode
  readonly activeStore: StoreKey
}

/** Its first day comes so many days after the day on which the shop is seeded; pieces null: as many as anyone wants. */
export type DemoEvent = {
  readonly names: Texts
  readonly descriptions: Texts
  readonly startsInDays: number
  readonly lastsDays: number
  readonly stores: readonly StoreKey[]
  readonly items: readonly { readonly product: string; readonly capPieces: number | null }[]
}

export type Demo = {
  readonly operator: DemoOperator
  readonly vatClasses: readonly DemoVatClass[]
  readonly suppliers: readonly DemoSupplier[]
  readonly stores: readonly DemoStore[]
  readonly products: readonly DemoProduct[]
  readonly users: readonly DemoUser[]
  readonly preorderEvents: readonly DemoEvent[]
}

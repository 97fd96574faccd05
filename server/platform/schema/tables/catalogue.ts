import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { ProductCodeType } from '#domain/barcode.ts'
import type { CreatedAt, DateText, Id, Texts } from './columns.ts'

/** Products, their codes and versions, VAT, and the stock ledger. */
export type Catalogue = {
  vat_class: {
    id: Id
    name: string
    revision: Generated<number>
    /** When a rate that was already in effect was last corrected or removed. */
    corrected_at: Date | null
  }
  vat_rate: { vat_class_id: number; valid_from: DateText; rate_basis_points: number }
  supplier: { id: Id; name: string; email: string | null; revision: Generated<number> }
  product: {
    id: Id
    supplier_id: number
    product_type: 'standard' | 'preorder'
    product_code_type: ProductCodeType
    product_code: string | null
    ean13: string | null
    ean_case: string | null
    prefix: string | null
    units_per_case: number | null
    descriptions: JSONColumnType<Texts>
    content_thousandths: number | null
    content_unit: 'kg' | 'l' | null
    perishable: Generated<boolean>
    least_age: number | null
    stock_alarm_thousandths: number | null
    drawing: string | null
    enabled: Generated<boolean>
    sort_order: Generated<number>
    /** How often it was saved. */
    revision: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  product_version: {
    id: Id
    product_id: number
    names: JSONColumnType<Texts>
    price_cents: number
    deposit_cents: Generated<number>
    vat_class_id: number
    unit: string
    is_current: boolean
    created_at: CreatedAt
  }
  /** Keeps products from sharing a code: see product-codes.ts. */
  product_code: { code_key: string; product_id: number; field: 'ean13' | 'product_code' | 'eanCase' }
  store_stock: {
    store_id: number
    product_id: number
    offered: Generated<boolean>
    quantity_thousandths: Generated<number>
    alarm_thousandths: number | null
    /** Copies of its product's columns, for the level. */
    is_standard: Generated<boolean>
    product_alarm_thousandths: Generated<number | null>
    level: GeneratedAlways<'negative' | 'out' | 'low' | 'ok'>
  }
  stock_move: {
    id: Id
    store_id: number
    product_id: number
    quantity_thousandths: number
    kind: 'sale' | 'delivery' | 'count' | 'waste' | 'correction' | 'refund' | 'return'
    order_line_id: number | null
    /** For goods that came back. */
    refund_line_id: number | null
    user_id: number | null
    reason: string | null
    stock_entry_id: number | null
    stock_take_id: number | null
    created_at: CreatedAt
  }
}

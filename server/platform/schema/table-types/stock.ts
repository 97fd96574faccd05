import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { MarkdownRule } from '#domain/catalogue/markdown.ts'
import type { CreatedAt, DateText, Id } from './columns.ts'

/** Quantities on shelves, the ledger of every change, entries by admins, and stock takes. */
export type Stock = {
  purchase_order: {
    id: Id
    supplier_id: number
    store_id: number
    state: Generated<'draft' | 'sent' | 'closed' | 'cancelled'>
    note: Generated<string>
    /** Of its PDF, once it was sent. */
    language: 'en' | 'fi' | 'sv' | null
    sent_to: string | null
    sent_at: Date | null
    sent_by: number | null
    ended_at: Date | null
    ended_by: number | null
    created_at: Date
    created_by: number
    revision: Generated<number>
  }
  purchase_order_line: {
    purchase_order_id: number
    product_id: number
    position: number
    ordered_thousandths: number
    pack_thousandths: number
    price_ten_thousandths: number | null
    received_thousandths: Generated<number>
    /** As it was sent. */
    name: string | null
    unit: string | null
    code: string | null
  }
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
  /** Packages of a product in a store that share a lot, a date or both. */
  stock_lot: {
    id: Id
    store_id: number
    product_id: number
    lot: string | null
    best_before: DateText | null
    use_by: DateText | null
    last_day: GeneratedAlways<DateText | null>
    quantity_thousandths: Generated<number>
  }
  /** What of a move came into a lot, or was taken from it. */
  stock_lot_move: {
    stock_move_id: number
    stock_lot_id: number
    quantity_thousandths: number
  }
  /** What has red labels, by the step of the markdown rules, and what these say. */
  marked_lot: {
    stock_lot_id: number
    days_left: number
    percent: number
    price_cents: number
    marked_at: Date
    user_id: number
  }
  store_markdown: {
    store_id: number
    rules: JSONColumnType<MarkdownRule[]>
    revision: Generated<number>
  }
  stock_entry: {
    id: Id
    client_key: string
    content_sha256: Buffer
    store_id: number
    user_id: number
    created_at: Date
  }
  /** Entries that received goods. */
  delivery: {
    stock_entry_id: number
    store_id: number
    supplier_id: number | null
    note: string | null
    purchase_order_id: number | null
    /** The delivery that it reverts. */
    undoes_id: number | null
  }
  stock_take: {
    id: Id
    store_id: number
    state: Generated<'open' | 'paused' | 'posted' | 'cancelled'>
    started_by: number
    started_at: Date
    closed_by: number | null
    closed_at: Date | null
  }
  stock_take_line: {
    stock_take_id: number
    product_id: number
    counted_thousandths: number
    expected_thousandths: number
    last_recount_id: number
    counted_at: Date
    posted_thousandths: number | null
  }
  stock_take_count: {
    client_key: string
    stock_take_id: number
    product_id: number
    quantity_thousandths: number
    mode: 'add' | 'set'
    user_id: number
    created_at: Date
    lot: Generated<string | null>
    best_before: Generated<DateText | null>
    use_by: Generated<DateText | null>
  }
  /** What of a counted product was of known lots. */
  stock_take_lot: {
    stock_take_id: number
    product_id: number
    lot: string | null
    best_before: DateText | null
    use_by: DateText | null
    counted_thousandths: number
    expected_thousandths: number
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
    price_ten_thousandths: ColumnType<number | null, number | null | undefined>
  }
}

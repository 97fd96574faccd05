import type { Generated } from 'kysely'
import type { Id } from './columns.ts'

/** How stock is moved and counted in the back office; the ledger itself is in catalogue.ts. */
export type StockWork = {
  stock_entry: {
    id: Id
    client_key: string
    content_sha256: Buffer
    store_id: number
    user_id: number
    created_at: Date
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
  }
}

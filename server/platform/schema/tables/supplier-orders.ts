import type { ColumnType } from 'kysely'
import type { CreatedAt, Id } from './columns.ts'

export type OrderedQuantity = { product_id: number; quantity_thousandths: number }

/** What was ordered of suppliers for events, by mail. Rows are only added. */
export type SupplierOrders = {
  supplier_order: {
    id: Id
    event_id: number
    supplier_id: number
    sent_to: string
    lines: ColumnType<OrderedQuantity[], string, never>
    user_id: number
    created_at: CreatedAt
  }
}

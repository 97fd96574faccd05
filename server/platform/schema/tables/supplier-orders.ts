import type { ColumnType } from 'kysely'
import type { CreatedAt, Id } from './columns.ts'

export type OrderedQuantity = { product_id: number; quantity_thousandths: number }

/** Orders to suppliers for events, sent by email. Rows are only added. */
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

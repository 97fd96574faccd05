import type { ColumnType, Generated } from 'kysely'
import type { EventStatus } from '#domain/preorders/preorder-event.ts'
import type { CreatedAt, DateText, Id, Texts } from './columns.ts'

type OrderedQuantity = { product_id: number; quantity_thousandths: number }

/** Events whose goods are ordered in advance, what is booked, withdrawals, and orders to suppliers. */
export type Preorders = {
  preorder_event: {
    id: Id
    names: Texts
    descriptions: Texts
    start_date: DateText
    end_date: DateText
    order_until: Date | null
    status: Generated<EventStatus>
    revision: Generated<number>
    created_at: CreatedAt
    updated_at: Generated<Date>
  }
  preorder_event_store: { event_id: number; store_id: number }
  preorder_event_item: {
    event_id: number
    product_id: number
    position: number
    cap_thousandths: number | null
    per_shopper_thousandths: Generated<number | null>
    booked_thousandths: Generated<number>
  }
  picked_item: { order_id: number; product_id: number; picked_at: Date; user_id: number }
  preorder_withdrawal: {
    order_id: number
    user_id: number
    product_ids: number[]
    made_at: Generated<Date>
    settled_at: Date | null
    settled_by: number | null
    settled_reason: string | null
  }
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

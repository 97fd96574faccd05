import type { Generated } from 'kysely'
import type { CreatedAt, Id, Texts } from './columns.ts'

/** Seller and store on receipts, as they were at that time. */
export type Receipts = {
  receipt: {
    id: Id
    order_id: number
    /** Null: of the sale itself. */
    refund_id: number | null
    operator_name: string
    business_id: string
    operator_address: string
    operator_email: string
    operator_phone: string
    store_name: string
    store_address: string
    time_zone: string
    event_names: Texts | null
    is_mail_due: Generated<boolean>
    created_at: CreatedAt
  }
}

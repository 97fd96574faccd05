import type { ColumnType, GeneratedAlways } from 'kysely'
import type { DateText, Id } from './columns.ts'

/** Written once: an update of it does not compile. */
type WrittenOnce<T> = ColumnType<T, T, never>
type Change = { field: string; from: unknown; to: unknown }

type SalesRow = { store_id: number; date: DateText; sold_cents: number; refunded_cents: number }

/**
 * Milestones that the shop stores. `checklistDismissed`: an admin has put the checklist away. `smsSenderAuthorised`: an admin states
 * that the sender of the SMS is authorised, which no program can find out; another sender is to be confirmed again.
 */
export type Milestone = 'terminalTested' | 'labelsPrinted' | 'checklistDismissed' | 'smsSenderAuthorised'

/** The audit log, saved views, the milestones of a new shop, and the daily summary of its sales. */
export type Administration = {
  audit_entry: {
    id: GeneratedAlways<number>
    kind: WrittenOnce<string>
    record_id: WrittenOnce<number>
    action: WrittenOnce<'created' | 'changed' | 'removed'>
    user_id: WrittenOnce<number>
    reason: WrittenOnce<string | null>
    changes: ColumnType<Change[], string, never>
    created_at: WrittenOnce<Date>
  }
  audit_chain: {
    id: WrittenOnce<number>
    entry_id: WrittenOnce<number>
    salt: ColumnType<string | null, string | null, null>
    reason_sha256: WrittenOnce<string | null>
    chain_sha256: WrittenOnce<string>
  }
  saved_view: {
    id: Id
    user_id: number
    list: string
    name: string
    query: string
    is_shared: boolean
    created_at: Date
  }
  saved_view_position: { user_id: number; saved_view_id: number; position: number }
  /** `subject`: the sender that an admin confirmed. */
  shop_milestone: {
    name: Milestone | 'staging_copy'
    reached_at: Date
    subject: ColumnType<string | null, string | null | undefined>
  }
  /** The moment before which a store's sales are in the tables below. */
  sales_summary: { store_id: number; until: Date; compared_at: Date | null }
  sales_by_hour: SalesRow & { hour: number; is_test: boolean; purchases: number }
  sales_by_product: SalesRow & {
    product_id: number
    is_test: boolean
    purchases: number
    quantity_thousandths: number
  }
  /** `group_id` 0: none. */
  sales_by_group: SalesRow & {
    product_id: number
    group_id: number
    is_test: boolean
    quantity_thousandths: number
    vat_cents: number
  }
  sales_by_vat_rate: SalesRow & { terminal_id: number; rate_basis_points: number; vat_cents: number }
}

import type { ColumnType, Generated } from 'kysely'
import type { BulkChange, ChangedFields } from '#domain/catalogue/bulk-change.ts'
import type { Id } from './columns.ts'

/** Changes of many products at once. */
export type BulkChanges = {
  bulk_change: {
    id: Id
    change: ColumnType<BulkChange, string, never>
    user_id: number
    created_at: Date
    products: Generated<number>
    undone_by: number | null
    undone_at: Date | null
  }
  bulk_change_row: {
    bulk_change_id: number
    product_id: number
    revision: number
    before: ColumnType<ChangedFields, string, never>
    is_restored: Generated<boolean>
  }
}

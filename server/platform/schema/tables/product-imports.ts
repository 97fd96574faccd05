import type { Generated, JSONColumnType } from 'kysely'
import type { ImportProblem } from '#domain/catalogue/import-row.ts'
import type { FieldChange } from '#domain/field-changes.ts'
import type { Id } from './columns.ts'

/** Products that are imported from a spreadsheet. */
export type ProductImports = {
  product_import: {
    id: Id
    file_name: string
    state: Generated<'checked' | 'applied' | 'undone'>
    ignored_columns: string[]
    examples: Generated<number>
    supplier_ids: Generated<number[]>
    offer_in: Generated<number[]>
    checked_by: number
    checked_at: Date
    applied_by: number | null
    applied_at: Date | null
    undone_by: number | null
    undone_at: Date | null
  }
  product_import_row: {
    product_import_id: number
    row_number: number
    result: 'new' | 'changed' | 'same' | 'wrong'
    name: string
    product_id: number | null
    revision: number | null
    new_supplier: string | null
    changes: JSONColumnType<FieldChange[]>
    problems: JSONColumnType<ImportProblem[]>
    outcome: 'applied' | 'restored' | 'removed' | 'disabled' | 'kept' | null
  }
  product_import_progress: { product_import_id: number; done: number }
}

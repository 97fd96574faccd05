import { moneyCell, type Cell, type WrittenCell } from '#domain/format/csv.ts'
import { isMoneyField } from '#domain/field-changes.ts'

/** A list or a record as its JSON. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}

/** The cell of a changed field. */
export const valueCell = (field: string, value: unknown): WrittenCell =>
  typeof value === 'number' && isMoneyField(field) ? moneyCell(value) : cellOf(value)

import { isMoneyField } from '#domain/field-changes.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { findAuditIds, findEntries, type WrittenEntry } from '#server/platform/audit-log/queries.ts'
import { traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'

type FieldChange = WrittenEntry & { change: WrittenEntry['changes'][number] | undefined }

/** A changed field's value; a list or a record as its JSON. */
function cellOf(field: string, value: unknown): WrittenCell {
  if (value === undefined || value === null) return null
  if (typeof value === 'number' && isMoneyField(field)) return moneyCell(value)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}

const COLUMNS: Columns<FieldChange> = {
  at: row => shopTime(row.at),
  by: row => row.by.email,
  kind: row => row.kind,
  record_id: row => row.record_id,
  action: row => row.action,
  field: row => row.change?.field ?? null,
  from: ({ change }) => (change ? cellOf(change.field, change.from) : null),
  to: ({ change }) => (change ? cellOf(change.field, change.to) : null),
  reason: row => row.reason,
}

/** One row for each field that was changed. */
export const exportAuditLog =
  (context: Context): ListExport<'audit'> =>
  async ({ query, user: { userId } }) => {
    const { db } = context
    await traceExport(context, { list: 'audit', query, userId })
    const rows = listTable({
      findIds: () => findAuditIds(db, query),
      rowsOf: async ids => (await findEntries(db, ids)).flatMap(fieldsOf),
      columns: COLUMNS,
    })
    return { name: 'audit', rows }
  }

const fieldsOf = (entry: WrittenEntry): FieldChange[] =>
  (entry.changes.length > 0 ? entry.changes : [undefined]).map(change => ({ ...entry, change }))

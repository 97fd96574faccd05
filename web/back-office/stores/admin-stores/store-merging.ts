import type { Fields } from '#domain/three-way-merge.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import { type ExceptionRow, exceptionRows, type StoreDraft, typedExceptions } from './store-draft.ts'

const ROW = 'exceptions.'

/** Each day with special hours becomes a separate field; a day that is typed twice keeps both rows. */
function split({ exceptions, ...rest }: StoreDraft): Fields {
  const fields: Record<string, string | boolean> = { ...rest }
  for (const row of exceptionRows(exceptions)) {
    let field = ROW + row.date
    while (fields[field] !== undefined) field += '+'
    fields[field] = typedExceptions([row])
  }
  return fields
}

const rowOf = ([field, value]: [string, string | boolean]): ExceptionRow[] =>
  field.startsWith(ROW) && typeof value === 'string' ? exceptionRows(value) : []

function join(fields: Fields): StoreDraft {
  const entries = Object.entries(fields)
  const rows = entries.flatMap(rowOf).toSorted((a, b) => (a.date < b.date ? -1 : Number(a.date > b.date)))
  const rest = Object.fromEntries(entries.filter(([field]) => !field.startsWith(ROW)))
  // Everything but the rows is as `split` left it.
  return { ...rest, exceptions: typedExceptions(rows) } as StoreDraft
}

/** Coordinates are merged as one place, a weekday's hours as one unit, and a lock with its number. */
export function groupOf(field: string): string {
  if (field === 'latitude' || field === 'longitude') return 'location'
  if (field === 'smartlock_id' || field === 'api_token') return 'lock'
  return /^hours\.\d/.exec(field)?.[0] ?? field
}

export const STORE_MERGING: MergeShape<StoreDraft> = { groupOf, split, join }

import type { Cell } from '#domain/csv.ts'

/** A list or a record as its JSON. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}

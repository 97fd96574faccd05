import { types, type CustomTypesConfig } from 'pg'

const { builtins } = types
// OIDs of array types, which pg's own table doesn't name.
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182

const asText = (text: string) => text

const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseInt8],
  [INT8_ARRAY, text => parseArray(text, parseInt8)],
  [builtins.DATE, asText],
  [DATE_ARRAY, text => parseArray(text, asText)],
])

/** How columns are parsed: bigint to a number, date to 'yyyy-mm-dd', timestamptz to a Date; the rest as pg does. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (format !== 'binary' && parsers.get(oid)) || types.getTypeParser(oid, format),
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds a whole number beyond what JavaScript counts exactly: ${text}`)
  return value
}

/** Parses a one-dimensional array whose elements need no quotes. */
function parseArray<T>(text: string, parse: (element: string) => T): (T | null)[] {
  const inside = text.slice(1, -1)
  return inside === '' ? [] : inside.split(',').map(element => (element === 'NULL' ? null : parse(element)))
}

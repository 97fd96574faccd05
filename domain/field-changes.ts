export type FieldChange = {
  field: string
  from: unknown
  to: unknown
}

/** A record for display: fields with values, lists, or nested records. */
export type Facts = Readonly<Record<string, unknown>>

/** The fields in which two states of a record differ, sorted by name; null is an absent record or field. */
export function fieldChanges(before: Facts | null, after: Facts | null): FieldChange[] {
  const [from, to] = [flat(before), flat(after)]
  return [...new Set([...from.keys(), ...to.keys()])]
    .toSorted()
    .map(field => ({ field, from: from.get(field) ?? null, to: to.get(field) ?? null }))
    .filter(change => JSON.stringify(change.from) !== JSON.stringify(change.to))
}

/** Flattens `{names: {fi: 'Maito'}}` to `names.fi`; lists are kept as they are. */
function flat(facts: Facts | null, prefix = ''): Map<string, unknown> {
  return new Map(
    Object.entries(facts ?? {}).flatMap(([name, value]): [string, unknown][] =>
      isRecord(value) ? [...flat(value, `${prefix}${name}.`)] : [[prefix + name, value]],
    ),
  )
}

const isRecord = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

const MONEY_FIELDS = new Set([
  'price',
  'planned_prices',
  'campaigns',
  'deposit',
  'day_sum',
  'refund',
  'free_sum',
  'keeper_daily',
  'min_order',
])

/** Whether a field's numbers are euros, such as those of `price`. */
export const isMoneyField = (field: string): boolean => MONEY_FIELDS.has(field.split('.')[0] ?? field)

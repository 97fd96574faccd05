import { centsFromEuros, eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths, thousandthsFromQuantity } from '#domain/quantity.ts'
import { fieldNames, type RecordField, type RecordFields, type RecordOf, type ValueOf } from '#domain/record-fields.ts'

type FieldKind = RecordField['kind']

const UNIT_SUFFIXES = { euros: '_cents', quantity: '_thousandths' } as const
const isConverted = (kind: FieldKind): kind is keyof typeof UNIT_SUFFIXES => Object.hasOwn(UNIT_SUFFIXES, kind)

/** The columns of fields with another name than the rule's, by field. */
type ColumnNames = Readonly<Record<string, string>>

type ColumnOf<
  Fields extends RecordFields,
  Names extends ColumnNames,
  Name extends keyof Fields & string,
> = Name extends keyof Names
  ? Names[Name]
  : Fields[Name]['kind'] extends keyof typeof UNIT_SUFFIXES
    ? `${Name}${(typeof UNIT_SUFFIXES)[Fields[Name]['kind']]}`
    : Name

type ColumnValue<Field extends RecordField> = Field['kind'] extends 'instant'
  ? Date | Extract<ValueOf<Field>, null>
  : ValueOf<Field>

/** A record's described fields as values of their columns. */
type RecordRow<Fields extends RecordFields, Names extends ColumnNames> = {
  [Name in keyof Fields & string as ColumnOf<Fields, Names, Name>]: ColumnValue<Fields[Name]>
}

/** The same as a query returns them: a choice may be of a later version of the server. */
type FoundRow<Fields extends RecordFields, Names extends ColumnNames> = {
  [Name in keyof Fields & string as ColumnOf<Fields, Names, Name>]: Fields[Name]['kind'] extends 'choice'
    ? ValueOf<Fields[Name]> | string
    : ColumnValue<Fields[Name]>
}

const SQL_TYPES: Readonly<Record<FieldKind, string>> = {
  euros: 'integer',
  quantity: 'bigint',
  whole: 'integer',
  id: 'integer',
  degrees: 'double precision',
  flag: 'boolean',
  code: 'text',
  codes: 'text[]',
  email: 'text',
  phone: 'text',
  text: 'text',
  day: 'date',
  instant: 'timestamptz',
  link: 'text',
  choice: 'text',
}

/** For amounts that the contract or the form's rules have validated. */
function requireWhole(parts: number | undefined): number {
  if (parts === undefined) throw new RangeError('an amount was not validated before it was saved')
  return parts
}

export const toThousandths = (quantity: number | null): number | null =>
  quantity === null ? null : requireWhole(thousandthsFromQuantity(quantity))

function toColumn(value: unknown, { kind }: RecordField): unknown {
  if (kind === 'instant' && typeof value === 'string') return new Date(value)
  if (typeof value !== 'number') return value
  return kind === 'quantity' ? toThousandths(value) : kind === 'euros' ? requireWhole(centsFromEuros(value)) : value
}

function fromColumn(value: unknown, field: RecordField): unknown {
  if (field.kind === 'choice') return field.options.find(option => option === value) ?? field.initial ?? null
  if (value instanceof Date) return value.toISOString()
  if (typeof value !== 'number') return value
  if (field.kind === 'quantity') return quantityFromThousandths(value)
  return field.kind === 'euros' ? eurosFromCents(value) : value
}

/**
 * The columns of a record's described fields, and their rows. A column is named as its field, with `_cents` after euros and
 * `_thousandths` after a quantity, unless `renamed` names it.
 */
export function recordColumns<const Fields extends RecordFields, const Names extends ColumnNames = {}>(
  fields: Fields,
  renamed?: Names,
) {
  const columns = fieldNames(fields).flatMap(name => {
    const field: RecordField | undefined = fields[name]
    if (!field) return []
    const column = renamed?.[name] ?? (isConverted(field.kind) ? name + UNIT_SUFFIXES[field.kind] : name)
    // Named by the same rule as in the type.
    return [{ name, field, column: column as ColumnOf<Fields, Names, keyof Fields & string> }]
  })
  return {
    names: columns.map(({ column }) => column),
    /** The types of the columns in the database. */
    types: Object.fromEntries(columns.map(({ column, field }) => [column, SQL_TYPES[field.kind]])),
    // Each column is of its field's type, as in RecordRow and RecordOf.
    toRow: (record: RecordOf<Fields>) =>
      Object.fromEntries(
        columns.map(({ name, field, column }) => [column, toColumn(record[name], field)]),
      ) as RecordRow<Fields, Names>,
    toRecord: (row: FoundRow<Fields, Names>) =>
      Object.fromEntries(
        columns.map(({ name, field, column }) => [
          name,
          fromColumn((row as Readonly<Record<string, unknown>>)[column], field),
        ]),
      ) as RecordOf<Fields>,
  }
}

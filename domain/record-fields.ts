type HeadingTexts = Readonly<Record<'en' | 'fi' | 'sv', string>>

type SharedProperties = {
  /** May be empty: null in the API. */
  optional?: true
  /** Has no value that an empty form field could mean. */
  required?: true
  /** The value of a new record; without one, a number's form field starts empty. */
  initial?: string | number | boolean
  /** Makes sense only together with this field, or with others of this group: two users' changes are merged as one. */
  goesWith?: string
  /** The heading of its column in a spreadsheet, the same words as its label in the form; without one it is not in spreadsheets. */
  headings?: HeadingTexts
}

/**
 * A field of a record that admins edit. `euros` and `quantity` are numbers with two and three decimals, `code` digits without
 * spaces, `codes` several of them (null: none), `id` another record's id, `degrees` of latitude or longitude, `flag` a yes or no,
 * `email` an address, `phone` an international number, `day` as 2026-12-31, `instant` a moment of any time zone, `link` an address
 * that is checked, not normalised, since one that hides its target must be refused.
 */
export type RecordField = SharedProperties &
  (
    | { kind: 'quantity' | 'id' | 'flag' | 'degrees' | 'day' | 'instant' }
    | { kind: 'code' | 'codes' | 'email' | 'phone'; optional: true }
    /** `isBlankAtZero`: nothing is shown for zero. */
    | { kind: 'euros'; isBlankAtZero?: true }
    | { kind: 'text'; maxLength: number; pattern?: RegExp }
    | { kind: 'link'; maxLength: number }
    | { kind: 'whole'; min: number; max: number }
    | { kind: 'choice'; options: readonly string[] }
  )

/** The fields of a record by name, in the order of its form. */
export type RecordFields = Readonly<Record<string, RecordField>>

type Option<Field extends RecordField> = Field extends { options: readonly (infer Each extends string)[] }
  ? Each
  : never

type ValueTypes<Field extends RecordField> = {
  euros: number
  quantity: number
  whole: number
  id: number
  degrees: number
  flag: boolean
  code: string
  codes: readonly string[]
  email: string
  phone: string
  text: string
  day: string
  instant: string
  link: string
  choice: Option<Field>
}[Field['kind']]

/** The type of a field's value in the API. */
export type ValueOf<Field extends RecordField> = Field extends { optional: true }
  ? ValueTypes<Field> | null
  : ValueTypes<Field>

/** The fields' part of a record, as in the API. */
export type RecordOf<Fields extends RecordFields> = { [Name in keyof Fields]: ValueOf<Fields[Name]> }

/** The names of the fields of some kinds. */
export type NamesOf<Fields extends RecordFields, Kind extends RecordField['kind']> = {
  [Name in keyof Fields & string]: Fields[Name]['kind'] extends Kind ? Name : never
}[keyof Fields & string]

/** The names of all fields. The object has no other keys. */
export const fieldNames = <Fields extends RecordFields>(fields: Fields) =>
  Object.keys(fields) as (keyof Fields & string)[]

/** The names of the fields of one kind, in their order. */
export const namesOfKind = <Fields extends RecordFields, Kind extends RecordField['kind']>(
  fields: Fields,
  kind: Kind,
): NamesOf<Fields, Kind>[] =>
  // Chosen by the same property as in the type.
  fieldNames(fields).filter(name => fields[name]?.kind === kind) as NamesOf<Fields, Kind>[]

export const isFieldName = <Fields extends RecordFields>(fields: Fields, name: string): name is keyof Fields & string =>
  Object.hasOwn(fields, name)

/** The fields that a new record has values of. */
type InitialRecord<Fields extends RecordFields> = {
  [
    Name in keyof Fields as Fields[Name] extends { optional: true } | { initial: string | number | boolean }
      ? Name
      : never
  ]: ValueOf<Fields[Name]>
}

/** The values of a new record, as far as it has them: of optional fields null. */
export const initialRecord = <Fields extends RecordFields>(fields: Fields): InitialRecord<Fields> =>
  // Each value is of its field's kind; fields that have to be filled in are absent.
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial, optional }]): [string, string | number | boolean | null][] =>
      initial !== undefined ? [[name, initial]] : optional ? [[name, null]] : [],
    ),
  ) as InitialRecord<Fields>

/** A record's fields as a form sends them: those that a new record has values of may be absent. */
export type RecordInput<Fields extends RecordFields> = Omit<RecordOf<Fields>, keyof InitialRecord<Fields>> & {
  [Name in keyof InitialRecord<Fields>]?: InitialRecord<Fields>[Name] | undefined
}

/** A record's fields after a save of a form: those that the form omits stay as before. Other keys of both are left out. */
export const withForm = <Fields extends RecordFields>(
  fields: Fields,
  before: Partial<RecordOf<Fields>>,
  form: { [Name in keyof Fields]?: ValueOf<Fields[Name]> | undefined } = {},
): RecordOf<Fields> =>
  // Each value is of its own field, and the callers' types have one of each.
  Object.fromEntries(
    fieldNames(fields).map(name => [name, form[name] === undefined ? before[name] : form[name]]),
  ) as RecordOf<Fields>

/** The fields of a new record that a form creates. */
export function newRecord<Fields extends RecordFields>(fields: Fields, form: RecordInput<Fields>): RecordOf<Fields> {
  const parts: readonly object[] = [initialRecord(fields), form]
  // Both have only values of the fields' types.
  const [initial, typed] = parts as readonly Partial<RecordOf<Fields>>[]
  return withForm(fields, initial ?? {}, typed)
}

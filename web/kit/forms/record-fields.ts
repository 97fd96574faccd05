import { limitedSchemas } from '#contract/record-schemas.ts'
import { codeLines, parseCodeList } from '#domain/catalogue/code-list.ts'
import { wholeEan } from '#domain/catalogue/gtin.ts'
import { formatPhone, parsePhone } from '#domain/format/phone-format.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { fieldNames, namesOfKind, type RecordField, type RecordFields, type RecordOf } from '#domain/record-fields.ts'
import { degreesText, readDegrees } from '#domain/stores/coordinates.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import type { FormProblem } from './form-state.ts'

type TypedValue<Field extends RecordField> = Field['kind'] extends 'flag'
  ? boolean
  : Field extends { kind: 'choice'; options: readonly (infer Option extends string)[] }
    ? Option | (Field extends { optional: true } ? '' : never)
    : string

/** The fields of a record as typed: amounts are the texts of their inputs. */
export type TypedRecord<Fields extends RecordFields> = { [Name in keyof Fields]: TypedValue<Fields[Name]> }

/** A number with a decimal comma, as Finns type it. */
export const toNumberInput = (number: number | null): string =>
  number === null ? '' : String(number).replace('.', ',')
const toEurosInput = (euros: number): string => euros.toFixed(2).replace('.', ',')

/** Parses a typed number; NaN if it is invalid, null if it is empty. */
export const numberIn = (text: string): number | null =>
  text.trim() === '' ? null : (parseDecimalInput(text) ?? Number.NaN)

type FieldValue = string | number | boolean | readonly string[] | null | undefined

function toTypedValue(field: RecordField, value: FieldValue): string | boolean {
  if (field.kind === 'flag') return (value ?? field.initial) === true
  if (field.kind === 'phone' && typeof value === 'string') return formatPhone(value)
  if (Array.isArray(value)) return codeLines(value)
  if (typeof value !== 'number') return String(value ?? '')
  if (field.kind === 'degrees') return degreesText(value)
  if (field.kind !== 'euros') return toNumberInput(value)
  return value === 0 && field.isBlankAtZero ? '' : toEurosInput(value)
}

function readField(field: RecordField, typed: string | boolean | undefined): FieldValue {
  if (typeof typed !== 'string') return typed
  switch (field.kind) {
    case 'euros':
    case 'quantity':
    case 'whole':
      return numberIn(typed) ?? (field.optional ? null : 0)
    case 'id':
      return typed === '' && field.optional ? null : Number(typed)
    case 'degrees':
      return typed.trim() === '' && field.optional ? null : (readDegrees(typed) ?? Number.NaN)
    case 'code':
      return wholeEan(typed.replaceAll(/\s/g, '')) || null
    case 'codes':
      return parseCodeList(typed)
    case 'phone':
      return parsePhone(typed) ?? (typed.trim() || null)
    case 'email':
    case 'link':
    case 'day':
    case 'text':
      return typed.trim() || (field.optional ? null : '')
    default:
      return typed || null
  }
}

const mapFields = (fields: RecordFields, getValue: (field: RecordField, name: string) => FieldValue) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, getValue(field, name)]))

/** A record's fields as a form shows them. */
export const typedRecord = <Fields extends RecordFields>(fields: Fields, record: RecordOf<Fields>) =>
  // `toTypedValue` and `TypedValue` distinguish the same kinds.
  mapFields(fields, (field, name) => toTypedValue(field, record[name])) as TypedRecord<Fields>

/** The fields of a new record. */
export const newTypedRecord = <Fields extends RecordFields>(fields: Fields) =>
  // As in `typedRecord`; a choice without an initial value is set by its form.
  mapFields(fields, field => toTypedValue(field, field.initial)) as TypedRecord<Fields>

/** The typed fields in the contract's shape. Invalid numbers are NaN: check the form's problems first. */
export const recordIn = <Fields extends RecordFields>(fields: Fields, typed: TypedRecord<Fields>) =>
  // `readField` and `ValueOf` distinguish the same kinds.
  mapFields(fields, (field, name) => readField(field, typed[name])) as RecordOf<Fields>

/** The names of the required fields that are empty. */
export const missingIn = <Fields extends RecordFields>(fields: Fields, typed: TypedRecord<Fields>) =>
  fieldNames(fields).filter(name => {
    const value: string | boolean = typed[name]
    return fields[name]?.required === true && typeof value === 'string' && value.trim() === ''
  })

/** The whole numbers that are none, or outside their limits. */
export const brokenWholes = <Fields extends RecordFields>(fields: Fields, typed: TypedRecord<Fields>) =>
  namesOfKind(fields, 'whole').flatMap((name: keyof Fields & string) => {
    const [field, value]: [RecordField | undefined, string | boolean] = [fields[name], typed[name]]
    if (field?.kind !== 'whole' || typeof value !== 'string') return []
    const { min, max } = field
    const number = numberIn(value)
    return number === null || (Number.isInteger(number) && number >= min && number <= max)
      ? []
      : [{ field: name, min, max }]
  })

type ProblemTexts = {
  t: Translate
  /** The texts of fields with another one than their kind. */
  texts?: Readonly<Record<string, string>>
}

function problemText(field: RecordField, t: Translate): string {
  if (field.kind === 'whole') return t('forms.wholeNumber', { min: field.min, max: field.max })
  if (field.kind === 'text') return t('form.maxLength', { count: field.maxLength })
  if (field.kind === 'phone') return t('forms.phoneWrong')
  return t(field.kind === 'email' ? 'form.invalidEmail' : 'forms.amountWrong')
}

/** The problems of a record whose rules are those of the contract's `limitedSchemas`, in the order of its form. */
export function fieldProblems<Fields extends RecordFields>(
  fields: Fields,
  typed: TypedRecord<Fields>,
  { t, texts }: ProblemTexts,
): FormProblem[] {
  const record = recordIn(fields, typed)
  const schemas = limitedSchemas(fields)
  const missing = missingIn(fields, typed)
  return Object.entries(fields).flatMap(([name, field]) => {
    if (missing.includes(name)) return [{ field: name, text: t('form.requiredField') }]
    const isValid = schemas[name]?.safeParse(record[name]).success
    return isValid ? [] : [{ field: name, text: texts?.[name] ?? problemText(field, t) }]
  })
}

/** For `MergeShape`: a field is merged with the one that it makes sense with. */
export const groupIn =
  (fields: RecordFields) =>
  (field: string): string =>
    fields[field]?.goesWith ?? field

/** One problem per field, in the order of the form's values; problems of the form as a whole come last. */
export function inFormOrder<Problem extends { field: string }>(
  problems: readonly Problem[],
  values: object,
): Problem[] {
  const names = Object.keys(values)
  const getPlace = ({ field }: Problem) => (names.includes(field) ? names.indexOf(field) : names.length)
  return problems
    .filter((one, index) => problems.findIndex(({ field }) => field === one.field) === index)
    .toSorted((one, other) => getPlace(one) - getPlace(other))
}

/** The entries of a `form.invalid` that are problems of these kinds. */
export const problemsAmong = <Problem extends { field: string; problem: string }>(
  problems: unknown,
  names: readonly Problem['problem'][],
): Problem[] =>
  // The server sends what the domain's rules return; later versions may add kinds of problems.
  Array.isArray(problems) ? problems.filter((each): each is Problem => isProblem(each, names)) : []

const isProblem = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  'problem' in value &&
  typeof value.field === 'string' &&
  names.some(each => each === value.problem)

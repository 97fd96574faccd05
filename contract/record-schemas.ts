import * as z from 'zod/mini'
import { wholeEan } from '#domain/catalogue/gtin.ts'
import { E164, parsePhone } from '#domain/format/phone-format.ts'
import { centsFromEuros } from '#domain/money.ts'
import type { RecordField, RecordFields, ValueOf } from '#domain/record-fields.ts'
import { instantInput } from './lists.ts'
import { email, euros, freeText, id, lineText, quantity } from './values.ts'

/** Texts of any length: how long they may be is a rule of their form, which names the field. */
export const typedLine = lineText.check(z.maxLength(10_000))
export const typedText = freeText.check(z.maxLength(10_000))

/** A typed code: without spaces, a short one with its 13 digits; an empty field becomes null. */
const code = z.pipe(
  z.pipe(
    z.nullable(lineText.check(z.maxLength(100))),
    z.transform(text => wholeEan(text?.replaceAll(/\s/g, '') ?? '') || null),
  ),
  z.nullable(z.string()),
)

/** Several of them: without empty ones; an empty list becomes null. */
const codes = z.pipe(
  z.pipe(
    z.nullable(z.array(lineText.check(z.maxLength(100))).check(z.maxLength(100))),
    z.transform(list => {
      const furtherCodes = (list ?? []).map(text => wholeEan(text.replaceAll(/\s/g, ''))).filter(text => text !== '')
      return furtherCodes.length === 0 ? null : furtherCodes
    }),
  ),
  z.nullable(z.array(z.string())),
)

/** A text that may be missing: an empty field becomes null. */
const optionalText = z.pipe(
  z.pipe(
    z.nullable(typedLine),
    z.transform(text => text || null),
  ),
  z.nullable(z.string()),
)

/** An international number without spaces; one that is none stays as typed, for the form's rules. An empty field becomes null. */
const phone = z.pipe(
  z.pipe(
    z.nullable(lineText.check(z.maxLength(100))),
    z.transform(text => (text && (parsePhone(text) ?? text)) || null),
  ),
  z.nullable(z.string()),
)

/** `code`, `codes` and `phone` contain null already. */
function filled(field: Exclude<RecordField, { kind: 'code' | 'codes' | 'phone' }>): z.ZodMiniType {
  switch (field.kind) {
    case 'euros':
      return euros
    case 'quantity':
      return quantity
    case 'whole':
      return z.int().check(z.minimum(field.min), z.maximum(field.max))
    case 'degrees':
      return z.number()
    case 'id':
      return id
    case 'flag':
      return z.boolean()
    case 'day':
      return lineText.check(z.maxLength(10))
    case 'instant':
      return instantInput
    case 'link':
      return z.string().check(z.maxLength(200_000))
    case 'choice':
      return z.enum(field.options)
    default:
      return typedLine
  }
}

function fieldSchema(field: RecordField): z.ZodMiniType {
  if (field.kind === 'code') return code
  if (field.kind === 'codes') return codes
  if (field.kind === 'phone') return phone
  if (field.kind === 'email' || (field.kind === 'text' && field.optional)) return optionalText
  return field.optional ? z.nullable(filled(field)) : filled(field)
}

const amount = euros.check(
  z.minimum(0),
  z.maximum(1_000_000),
  z.refine(value => centsFromEuros(value) !== undefined),
)

function limitedText({ required, optional, maxLength, pattern }: Extract<RecordField, { kind: 'text' }>) {
  const text = lineText.check(z.minLength(required || optional ? 1 : 0), z.maxLength(maxLength))
  return pattern ? text.check(z.regex(pattern)) : text
}

const limitedPhone = phone.check(z.refine(number => number === null || E164.test(number)))

function limitedSchema(field: RecordField): z.ZodMiniType {
  if (field.kind === 'phone') return limitedPhone
  if (field.kind !== 'text' && field.kind !== 'email' && field.kind !== 'euros') return fieldSchema(field)
  const limited = field.kind === 'text' ? limitedText(field) : field.kind === 'email' ? email : amount
  return field.optional ? z.nullable(limited) : limited
}

type Schemas<Fields extends RecordFields> = {
  [Name in keyof Fields]: z.ZodMiniType<ValueOf<Fields[Name]>, ValueOf<Fields[Name]>>
}

const schemasBy = <Fields extends RecordFields>(fields: Fields, toSchema: (field: RecordField) => z.ZodMiniType) =>
  // `filled`, `limitedSchema` and `ValueOf` distinguish the same kinds.
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, toSchema(field)])) as Schemas<Fields>

/** The schemas of a record's fields as they are read, and as an admin's form sends them if its rules in `domain` check texts and amounts. */
export const recordSchemas = <Fields extends RecordFields>(fields: Fields) => schemasBy(fields, fieldSchema)

/** The schemas of a record's fields as an admin's form sends them if it has no rules in `domain`: they check texts and amounts too. */
export const limitedSchemas = <Fields extends RecordFields>(fields: Fields) => schemasBy(fields, limitedSchema)

type FormSchemas<Fields extends RecordFields> = {
  [Name in keyof Fields]: Fields[Name] extends { optional: true } | { initial: string | number | boolean }
    ? z.ZodMiniOptional<Schemas<Fields>[Name]>
    : Schemas<Fields>[Name]
}

/** The same where a form may omit fields: they stay unchanged, and those of a new record have their initial value. */
export const omissible = <Fields extends RecordFields>(fields: Fields, schemas: Schemas<Fields>) =>
  // Chosen by the same properties as in the type.
  Object.fromEntries(
    Object.entries(fields).map(([name, { optional, initial }]) => {
      const schema = schemas[name]
      return [name, schema && (optional || initial !== undefined) ? z.optional(schema) : schema]
    }),
  ) as FormSchemas<Fields>

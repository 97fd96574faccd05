import * as z from 'zod/mini'
import { wholeEan } from '#domain/catalogue/barcode.ts'
import type { RecordField, RecordFields, ValueOf } from '#domain/record-fields.ts'
import { euros, freeText, id, lineText, quantity } from './values.ts'

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

/** A text that may be missing: an empty field becomes null. */
const optionalText = z.pipe(
  z.pipe(
    z.nullable(typedLine),
    z.transform(text => text || null),
  ),
  z.nullable(z.string()),
)

/** `code` contains null already. */
function filled(field: Exclude<RecordField, { kind: 'code' }>): z.ZodMiniType {
  switch (field.kind) {
    case 'euros':
      return euros
    case 'quantity':
      return quantity
    case 'whole':
      return z.int().check(z.minimum(field.least), z.maximum(field.most))
    case 'degrees':
      return z.number()
    case 'id':
      return id
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(field.options)
    default:
      return typedLine
  }
}

function fieldSchema(field: RecordField): z.ZodMiniType {
  if (field.kind === 'code') return code
  if (field.kind === 'text' && field.optional) return optionalText
  return field.optional ? z.nullable(filled(field)) : filled(field)
}

type Schemas<Fields extends RecordFields> = {
  [Name in keyof Fields]: z.ZodMiniType<ValueOf<Fields[Name]>, ValueOf<Fields[Name]>>
}

/** The schemas of a record's fields, as an admin's form sends them. */
export const recordSchemas = <Fields extends RecordFields>(fields: Fields): Schemas<Fields> =>
  // `filled` and `ValueOf` distinguish the same kinds.
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])) as Schemas<Fields>

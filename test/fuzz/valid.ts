import * as fc from 'fast-check'
import type { Schema } from './document.ts'

/** Ids of existing records, so that a call finds something. */
export type ValidExample = { ids: readonly number[] }

const PATH_ID = /^\^\[1-9\]\\d\{0,[69]\}\$$/
const isId = (name: string): boolean => /(^|_)ids?$|Id$/.test(name)

const dates = fc
  .oneof(
    fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true }),
    fc.date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
  )
  .map(date => date.toISOString())
const emails = fc.oneof(
  fc.integer({ min: 1, max: 40 }).map(number => `fuzz${number}@puoti.example`),
  fc.constantFrom("o'neill+tag@puoti.example", 'A@PUOTI.EXAMPLE', `${'x'.repeat(64)}@puoti.example`, 'ä@puoti.example'),
)
const FORMATS: Record<string, fc.Arbitrary<string>> = {
  date: dates.map(text => text.slice(0, 10)),
  'date-time': dates,
  email: emails,
}
/**
 * Texts without a pattern are parsed by the shop's own rules: values that those accept are frequent, otherwise no call would
 * pass.
 */
const NAMED: Record<string, fc.Arbitrary<string>> = {
  email: emails,
  phone: fc.constantFrom('+358401234567', '040 123 4567', '0401234567', '+46701234567', '+15005550006'),
  time_zone: fc.constantFrom('Europe/Helsinki', 'UTC', 'Asia/Kolkata', 'europe/helsinki'),
  opens_at: fc.constantFrom('00:00', '08:00', '12:30', '23:59'),
  closes_at: fc.constantFrom('00:00', '20:00', '24:00', '12:30'),
  date: FORMATS['date']!,
  start_date: FORMATS['date']!,
  end_date: FORMATS['date']!,
  order_until: dates,
  ean13: fc.constantFrom('6401234567897', '2012340102502', '96385074', '2312340111550'),
  vat: fc.constantFrom('25.5', '13.5', '0'),
  business_id: fc.constantFrom('0112038-9', '2730003-6'),
  url: fc.constantFrom('https://puoti.example/a', '/stores', '/preorders/1001'),
  endpoint: fc
    .integer({ min: 1, max: 9 })
    .map(number => `https://updates.push.services.mozilla.com/wpush/v2/${number}`),
}

/** Values that the schema allows, including its boundaries. `name`: of the field or parameter. */
export function generateValid(schema: Schema, name: string, example: ValidExample): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(each => generateValid(each, name, example)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map(type => generateValid({ ...schema, type }, name, example)))
  }
  switch (schema.type) {
    case 'string':
      return generateText(schema, name, example)
    case 'integer':
      return generateInteger(schema, name, example)
    case 'number':
      return generateNumber(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return generateList(schema, name, example)
    case 'object':
      return generateObject(schema, example)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function generateText(schema: Schema, name: string, { ids }: ValidExample): fc.Arbitrary<string> {
  const { pattern, format, minLength = 0, maxLength = 10_000 } = schema
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength
  const formatted = format === undefined ? undefined : FORMATS[format]
  if (formatted) return formatted
  if (pattern !== undefined && PATH_ID.test(pattern)) {
    const some = name === 'page' || name === 'size' ? [1, 2, 20, 200] : ids
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...some).map(String) }, generateString(pattern))
  }
  if (pattern !== undefined) return generateString(pattern).filter(fits)
  const usualLength = Math.min(maxLength, 60)
  const plain = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, usualLength) }).filter(fits)
  const long = fc.constant('x'.repeat(Math.min(maxLength, 2000)))
  const examples = NAMED[name]?.filter(fits)
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 1, arbitrary: long },
    ...(examples ? [{ weight: 10, arbitrary: examples }] : []),
  )
}

const generateString = (pattern: string): fc.Arbitrary<string> => fc.stringMatching(new RegExp(pattern))

function generateInteger(schema: Schema, name: string, { ids }: ValidExample): fc.Arbitrary<number> {
  const { minimum: min = -(2 ** 31), maximum: max = 2 ** 31 - 1 } = schema
  const any = fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
  if (name === 'revision') return fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 3 }) }, any)
  if (isId(name)) return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...ids) }, any)
  const small = fc.integer({ min: Math.max(min, 0), max: Math.max(min, Math.min(max, 20)) })
  return fc.oneof(small, any)
}

function generateNumber({ minimum: min = -1e9, maximum: max = 1e9 }: Schema): fc.Arbitrary<number> {
  const lower = Math.max(min, -100)
  const upper = Math.max(lower, Math.min(max, 100))
  return fc.oneof(
    fc.integer({ min: Math.ceil(lower * 1000), max: Math.floor(upper * 1000) }).map(thousandths => thousandths / 1000),
    fc.integer({ min: Math.ceil(Math.max(min, -5)), max: Math.floor(Math.min(max, 20)) }),
    fc.double({ min, max, noNaN: true }),
  )
}

function generateList(
  { items = {}, minItems = 0, maxItems = 1000 }: Schema,
  name: string,
  example: ValidExample,
): fc.Arbitrary<unknown> {
  const item = generateValid(items, name, example)
  const few = fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 4)) })
  const full = item.map(each => Array.from({ length: Math.min(maxItems, 1000) }, () => each))
  return fc.oneof({ weight: 12, arbitrary: few }, { weight: 1, arbitrary: full })
}

function generateObject({ properties = {}, required = [] }: Schema, example: ValidExample): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(
    ([name, schema]) => [name, generateValid(schema, name, example)] as const,
  )
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true })
}

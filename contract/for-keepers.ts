import * as z from 'zod/mini'
import { quantity } from './values.ts'

const forKeepersOnly = new WeakSet<object>()
const forHelpersToo = new WeakSet<object>()

/** A field that admins and keepers of the store get; null for those who only help there. */
export function forKeepers<Schema extends z.ZodMiniType>(schema: Schema) {
  const field = z.nullable(schema)
  forKeepersOnly.add(field)
  return field
}

/** A number that helpers get too, though it is neither whole nor a quantity, such as a selling price. */
export function forHelpers<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const field = z.clone(schema)
  forHelpersToo.add(field)
  return field
}

/** A part of a schema: zod describes them all in the same way. */
type Part = {
  _zod: {
    def: {
      type: string
      format?: string
      shape?: Record<string, Part>
      element?: Part
      innerType?: Part
      options?: readonly Part[]
      in?: Part
      out?: Part
    }
  }
}

const LEAVES = ['string', 'number', 'boolean', 'enum', 'literal', 'null', 'transform']
const ADDRESS = /email|phone|^sent_to$/

const getDefinition = ({ _zod: { def } }: Part) => def

function isSum(part: Part): boolean {
  const { type, format } = getDefinition(part)
  return type === 'number' && format !== 'safeint' && part !== (quantity as unknown)
}

function getParts(part: Part): readonly Part[] {
  const { element, innerType, options, in: input, out } = getDefinition(part)
  return [element, innerType, ...(options ?? []), input, out].filter(each => each !== undefined)
}

/**
 * The fields of an answer that are not marked: sums, and addresses of people, that are neither `forKeepers` nor `forHelpers`.
 * The content of other kinds of schemas can't be determined: they count as such fields.
 */
export function findUndecided(schema: z.ZodMiniType, path = ''): string[] {
  return findIn(schema, path)
}

function findIn(part: Part, path: string): string[] {
  if (forKeepersOnly.has(part) || forHelpersToo.has(part)) return []
  const { shape, type } = getDefinition(part)
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) => {
      const at = path ? `${path}.${name}` : name
      const isDecided = forKeepersOnly.has(field) || forHelpersToo.has(field)
      return isDecided ? [] : ADDRESS.test(name) ? [at] : findIn(field, at)
    })
  const parts = getParts(part)
  if (parts.length > 0) return parts.flatMap(each => findIn(each, path))
  return isSum(part) || !LEAVES.includes(type) ? [path] : []
}

/** The answer for those who only help in the store: without the fields `forKeepers`. */
export const toHelperAnswer = (schema: z.ZodMiniType, answer: unknown): unknown => withoutFields(schema, answer)

function withoutFields(part: Part, value: unknown): unknown {
  if (forKeepersOnly.has(part)) return null
  const { shape, element } = getDefinition(part)
  if (Array.isArray(value)) {
    if (element) return value.map(each => withoutFields(element, each))
  } else if (shape && typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, field]) => [name, shape[name] ? withoutFields(shape[name], field) : field]),
    )
  return getParts(part).reduce((rest, each) => withoutFields(each, rest), value)
}

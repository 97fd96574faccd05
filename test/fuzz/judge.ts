import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { SAFE_HEADERS } from '#test/access/answer-headers.ts'
import { expectedAtTheDoor, getExpectedAnswer } from '#test/access/door.ts'
import { operationNamed } from '#test/access/operations.ts'
import type { Case } from './cases.ts'
import { getJsonSchema, type DocumentedOperation, type Schema } from './document.ts'
import type { ObservedResponse } from './world.ts'

/** Server internals that no response may reveal. */
const INSIDES = /node_modules|\bat .{1,80}\(?(?:file:|node:|\/)|syntax error at or near|violates \w+ constraint/

const ajv = new Ajv2020({ strict: false, formats: { date: true, 'date-time': true, email: true } })
const validators = new Map<Schema, ValidateFunction>()

function getValidator(schema: Schema): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const made = ajv.compile(schema)
  validators.set(schema, made)
  return made
}

/** Returns how a response deviates from the document; undefined when it doesn't. */
export function faultIn(operation: DocumentedOperation, call: Case, told: ObservedResponse): string | undefined {
  if (told.status >= 500) return `${told.status}: ${told.text}`
  const content = operation.answers.get(told.status) ?? (told.status >= 400 ? operation.otherAnswer : undefined)
  if (!content) return `the status ${told.status} is not documented: ${told.text.slice(0, 200)}`
  if (told.status >= 400 && INSIDES.test(told.text)) return `tells how the server is made: ${told.text.slice(0, 300)}`
  return faultOfHeaders(told) ?? faultOfBody(content, told) ?? faultAtTheDoor(operation, call, told)
}

function faultOfHeaders({ headers }: ObservedResponse): string | undefined {
  const wrong = Object.entries(SAFE_HEADERS).filter(([name, value]) => headers[name] !== value)
  return wrong.length > 0 ? `without ${wrong.map(([name]) => name).join()}` : undefined
}

function faultOfBody(content: Record<string, { schema?: Schema }>, told: ObservedResponse): string | undefined {
  const types = Object.keys(content)
  if (types.length === 0) return told.text === '' ? undefined : 'has a body where none is documented'
  if (!types.includes(told.type)) return `is ${told.type || 'of no type'} where ${types.join()} is documented`
  const schema = getJsonSchema(content)
  if (!schema) return undefined
  const validate = getValidator(schema)
  return validate(told.json) ? undefined : `${told.status} differs from its schema: ${ajv.errorsText(validate.errors)}`
}

/** A caller without access is rejected before anything else; one with access is not rejected. */
function faultAtTheDoor(operation: DocumentedOperation, call: Case, { json }: ObservedResponse): string | undefined {
  const { code } = { ...(json as { code?: string } | undefined) }
  // An unreadable request has no caller yet.
  if (code === 'request.malformed' || code === 'request.tooLarge') return undefined
  const declared = operationNamed(operation.id)
  const expected = expectedAtTheDoor(declared, call.principal)
  const said = getExpectedAnswer(declared, code)
  return said === expected ? undefined : `${call.principal} heard ${said}, not ${expected}`
}

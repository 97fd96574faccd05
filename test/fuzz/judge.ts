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

function createValidator(schema: Schema): ValidateFunction {
  const cached = validators.get(schema)
  if (cached) return cached
  const made = ajv.compile(schema)
  validators.set(schema, made)
  return made
}

/** Returns how a response deviates from the document; undefined when it doesn't. */
export function faultIn(operation: DocumentedOperation, call: Case, response: ObservedResponse): string | undefined {
  if (response.status >= 500) return `${response.status}: ${response.text}`
  const content = operation.answers.get(response.status) ?? (response.status >= 400 ? operation.otherAnswer : undefined)
  if (!content) return `the status ${response.status} is not documented: ${response.text.slice(0, 200)}`
  if (response.status >= 400 && INSIDES.test(response.text))
    return `tells how the server is made: ${response.text.slice(0, 300)}`
  return faultOfHeaders(response) ?? faultOfBody(content, response) ?? faultAtTheDoor(operation, call, response)
}

function faultOfHeaders({ headers }: ObservedResponse): string | undefined {
  const faults = Object.entries(SAFE_HEADERS).filter(([name, value]) => headers[name] !== value)
  return faults.length > 0 ? `without ${faults.map(([name]) => name).join()}` : undefined
}

function faultOfBody(content: Record<string, { schema?: Schema }>, response: ObservedResponse): string | undefined {
  const types = Object.keys(content)
  if (types.length === 0) return response.text === '' ? undefined : 'has a body where none is documented'
  if (!types.includes(response.type)) return `is ${response.type || 'of no type'} where ${types.join()} is documented`
  const schema = getJsonSchema(content)
  if (!schema) return undefined
  const validate = createValidator(schema)
  return validate(response.json)
    ? undefined
    : `${response.status} differs from its schema: ${ajv.errorsText(validate.errors)}`
}

/** A caller without access is rejected before anything else; one with access is not rejected. */
function faultAtTheDoor(operation: DocumentedOperation, call: Case, { json }: ObservedResponse): string | undefined {
  const { code } = { ...(json as { code?: string } | undefined) }
  // An unreadable request has no caller yet.
  if (code === 'request.malformed' || code === 'request.tooLarge') return undefined
  const declared = operationNamed(operation.id)
  const expected = expectedAtTheDoor(declared, call.principal)
  const expectedAnswer = getExpectedAnswer(declared, code)
  return expectedAnswer === expected ? undefined : `${call.principal} heard ${expectedAnswer}, not ${expected}`
}

import { readFileSync } from 'node:fs'
import type { Access } from '#contract/endpoint.ts'

/** The keywords of the document's schemas. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
}
export type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }
/** Media types, with the schema of JSON. */
type Content = Record<string, { schema?: Schema }>

export type DocumentedOperation = {
  id: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `{name}` for parameters. */
  path: string
  access: Access
  parameters: Parameter[]
  body: Content
  answers: Map<number, Content>
  /** Of any other status. */
  otherAnswer: Content
}

type Written = {
  operationId: string
  'x-access': Access
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

/** The operations of docs/integrator/openapi.json. DELETE comes last, so that the others find records. */
export function documentedOperations(): DocumentedOperation[] {
  const text = readFileSync(new URL('../../docs/integrator/openapi.json', import.meta.url), 'utf8')
  // Written by scripts/write-openapi.ts, which npm test compares with the contract.
  const document = JSON.parse(text) as { paths: object; components: Components }
  const paths = withoutRefs(document.paths, document.components) as Record<string, Record<string, Written>>
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, written]) => read(path, method, written)),
  )
  const destroys = ({ method }: DocumentedOperation) => Number(method === 'DELETE')
  return operations.toSorted((a, b) => destroys(a) - destroys(b))
}

type Components = Record<string, Record<string, unknown>>

/** Replaces each `$ref` by its component. Equal references become the same object, so that a validator is compiled once. */
function withoutRefs(value: unknown, components: Components, seen = new Map<string, unknown>()): unknown {
  if (Array.isArray(value)) return value.map(each => withoutRefs(each, components, seen))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) {
    // #/components/schemas/Order
    const [, , kind = '', name = ''] = String(value.$ref).split('/')
    const found = components[kind]?.[name]
    if (found === undefined) throw new Error(`Nothing at ${String(value.$ref)}`)
    const key = `${kind}/${name}`
    if (!seen.has(key)) seen.set(key, withoutRefs(found, components, seen))
    return seen.get(key)
  }
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutRefs(each, components, seen)]))
}

function read(path: string, method: string, written: Written): DocumentedOperation {
  const { default: other, ...byStatus } = written.responses
  return {
    id: written.operationId,
    // The document has only the contract's four methods, in lower case.
    method: method.toUpperCase() as DocumentedOperation['method'],
    path,
    access: written['x-access'],
    parameters: written.parameters,
    body: written.requestBody?.content ?? {},
    answers: new Map(Object.entries(byStatus).map(([status, { content = {} }]) => [Number(status), content])),
    otherAnswer: other?.content ?? {},
  }
}

export const getJsonSchema = (content: Content): Schema | undefined => content['application/json']?.schema

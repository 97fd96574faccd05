type Json = Record<string, unknown>
type Kind = 'schemas' | 'responses' | 'parameters'
/** A part of an operation. `hint`: what to call it; `inside`: the part with its own parts mapped. */
type Found = { kind: Kind; hint: string; value: Json; inside: () => Json }
type MapPart = (found: Found) => Json
export type Components = Record<Kind, Json>

/** A shorter part is easier to read where it is used. */
const LEAST_LENGTH = 80

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
/** adminOrders → AdminOrders, order_items → OrderItems */
const pascal = (name: string) =>
  name.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, first: string) => first.toUpperCase())
const singular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

const mapValues = (record: unknown, map: (value: unknown, name: string) => unknown): Json =>
  Object.fromEntries(Object.entries(isRecord(record) ? record : {}).map(([name, value]) => [name, map(value, name)]))

function mapSchema(value: unknown, hint: string, map: MapPart): unknown {
  if (!isRecord(value)) return value
  const inside = () =>
    mapValues(value, (part, keyword) => {
      if (keyword === 'properties') return mapValues(part, (each, name) => mapSchema(each, pascal(name), map))
      if (keyword === 'items' || keyword === 'additionalProperties') return mapSchema(part, singular(hint), map)
      return Array.isArray(part) ? part.map(each => mapSchema(each, hint, map)) : part
    })
  return map({ kind: 'schemas', hint, value, inside })
}

const mapContent = (of: Json, hint: string, map: MapPart): Json =>
  mapValues(of, (part, name) =>
    name === 'content' ? mapValues(part, media => mapValues(media, schema => mapSchema(schema, hint, map))) : part,
  )

function mapOperation(operation: Json, map: MapPart): Json {
  const name = pascal(String(operation['operationId']))
  const parameter = (value: unknown) => {
    const parts = isRecord(value) ? value : {}
    const hint = pascal(String(parts['name']))
    const inside = () => ({ ...parts, schema: mapSchema(parts['schema'], hint, map) })
    return map({ kind: 'parameters', hint, value: parts, inside })
  }
  const response = (value: unknown, status: string) => {
    const parts = isRecord(value) ? value : {}
    const isDone = status < '300'
    // Its description is the name of the status: Conflict.
    const refusal = status === 'default' ? 'AnyRefusal' : pascal(String(parts['description']))
    const inside = () => mapContent(parts, isDone ? `${name}Response` : `${refusal}Body`, map)
    return map({ kind: 'responses', hint: isDone ? name : refusal, value: parts, inside })
  }
  return mapValues(operation, (part, field) => {
    if (field === 'parameters' && Array.isArray(part)) return part.map(parameter)
    if (field === 'responses') return mapValues(part, response)
    return field === 'requestBody' && isRecord(part) ? mapContent(part, `${name}Request`, map) : part
  })
}

const keyOf = ({ kind, value }: Found) => `${kind} ${JSON.stringify(value)}`

/**
 * Moves the schemas, responses and parameters that the operations of an OpenAPI document repeat into `components`; the document describes the
 * same API. `paths`: by path and method. A component is named after the field, the operation or the status where it is used first.
 */
export function withComponents(paths: Record<string, Json>): { paths: Json; components: Components } {
  const mapAll = (map: MapPart) =>
    mapValues(paths, methods =>
      mapValues(methods, operation => (isRecord(operation) ? mapOperation(operation, map) : operation)),
    )

  const uses = new Map<string, number>()
  mapAll(found => {
    const before = uses.get(keyOf(found)) ?? 0
    uses.set(keyOf(found), before + 1)
    // The parts of a repeated part are counted once.
    return before === 0 ? found.inside() : found.value
  })

  const components: Components = { schemas: {}, responses: {}, parameters: {} }
  const names = new Map<string, string>()
  const result = mapAll(found => {
    const key = keyOf(found)
    if ((uses.get(key) ?? 0) < 2 || key.length < LEAST_LENGTH) return found.inside()
    const of = components[found.kind]
    let name = names.get(key)
    if (name === undefined) {
      name = freeName(of, found.hint)
      names.set(key, name)
      of[name] = found.value
      of[name] = found.inside()
    }
    return { $ref: `#/components/${found.kind}/${name}` }
  })
  return { paths: result, components }
}

function freeName(taken: Json, hint: string): string {
  if (!Object.hasOwn(taken, hint)) return hint
  let number = 2
  while (Object.hasOwn(taken, `${hint}${number}`)) number += 1
  return `${hint}${number}`
}

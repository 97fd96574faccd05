import { LANGUAGE_CODES } from '#contract/values.ts'

type JsonObject = Record<string, unknown>
type ComponentKind = 'schemas' | 'responses' | 'parameters'
/** A part of an operation. `hint`: what it is called there; `inside`: the part with its own parts mapped. */
type RepeatedPart = { kind: ComponentKind; hint: string; value: JsonObject; inside: () => JsonObject }
/** Where a repeated part is used: what it is called in each place, and the resource of the first one. */
type ComponentUse = { kind: ComponentKind; hints: string[]; resource: string }
type MapPart = (found: RepeatedPart) => JsonObject
type Components = Record<ComponentKind, JsonObject>

/** A shorter part is easier to read where it is used. */
const MIN_LENGTH = 80

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** adminOrders → AdminOrders, order_items → OrderItems */
const toPascalCase = (name: string) =>
  name.replaceAll(/(?:^|[^a-zA-Z0-9]+)([a-zA-Z0-9])/g, (_, first: string) => first.toUpperCase())
const toSingular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<=[^s])s$/, '')

const mapValues = (record: unknown, map: (value: unknown, name: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(isRecord(record) ? record : {}).map(([name, value]) => [name, map(value, name)]))

function mapSchema(value: unknown, hint: string, map: MapPart): unknown {
  if (!isRecord(value)) return value
  const inside = () =>
    mapValues(value, (part, keyword) => {
      if (keyword === 'properties') return mapValues(part, (each, name) => mapSchema(each, fieldHint(name, hint), map))
      if (keyword === 'items' || keyword === 'additionalProperties') return mapSchema(part, toSingular(hint), map)
      return Array.isArray(part) ? part.map(each => mapSchema(each, hint, map)) : part
    })
  return map({ kind: 'schemas', hint, value, inside })
}

/** A text in one language is named after the field that contains it: `names.fi` is a NameText. */
const fieldHint = (name: string, inside: string) =>
  isLanguage(name) ? `${toSingular(inside).replace(/Text$/, '')}Text` : toPascalCase(name)
const isLanguage = (name: string) => LANGUAGE_CODES.some(code => code === name)

const mapContent = (source: JsonObject, hint: string, map: MapPart): JsonObject =>
  mapValues(source, (part, name) =>
    name === 'content' ? mapValues(part, media => mapValues(media, schema => mapSchema(schema, hint, map))) : part,
  )

function mapOperation(operation: JsonObject, map: MapPart): JsonObject {
  const name = toPascalCase(String(operation['operationId']))
  const parameter = (value: unknown) => {
    const parts = isRecord(value) ? value : {}
    const hint = toPascalCase(String(parts['name']))
    const inside = () => ({ ...parts, schema: mapSchema(parts['schema'], hint, map) })
    return map({ kind: 'parameters', hint, value: parts, inside })
  }
  const response = (value: unknown, status: string) => {
    const parts = isRecord(value) ? value : {}
    const isDone = status < '300'
    // Its description is the name of the status: Conflict.
    const refusal = status === 'default' ? 'AnyRefusal' : toPascalCase(String(parts['description']))
    const inside = () => mapContent(parts, isDone ? `${name}Response` : `${refusal}Body`, map)
    return map({ kind: 'responses', hint: isDone ? name : refusal, value: parts, inside })
  }
  return mapValues(operation, (part, field) => {
    if (field === 'parameters' && Array.isArray(part)) return part.map(parameter)
    if (field === 'responses') return mapValues(part, response)
    return field === 'requestBody' && isRecord(part) ? mapContent(part, `${name}Request`, map) : part
  })
}

const componentKey = ({ kind, value }: RepeatedPart) => `${kind} ${JSON.stringify(value)}`

/**
 * Moves the schemas, responses and parameters that the operations of an OpenAPI document repeat into `components`; the document describes the
 * same API. `paths`: by path and method. A component is named after the fields, the operation or the status where it is used.
 */
export function withComponents(paths: Record<string, JsonObject>): { paths: JsonObject; components: Components } {
  const mapAll = (map: (found: RepeatedPart, resource: string) => JsonObject) =>
    mapValues(paths, methods =>
      mapValues(methods, operation => {
        if (!isRecord(operation)) return operation
        const resource = toPascalCase(toSingular(String(operation['operationId']).replace(/\..*/, '')))
        return mapOperation(operation, found => map(found, resource))
      }),
    )

  const uses = new Map<string, ComponentUse>()
  mapAll((found, resource) => {
    const before = uses.get(componentKey(found))
    // The parts of a repeated part are counted once.
    if (before) return (before.hints.push(found.hint), found.value)
    uses.set(componentKey(found), { kind: found.kind, hints: [found.hint], resource })
    return found.inside()
  })

  const names = nameComponents([...uses].filter(([key, { hints }]) => hints.length > 1 && key.length >= MIN_LENGTH))
  const components: Components = { schemas: {}, responses: {}, parameters: {} }
  const result = mapAll(found => {
    const name = names.get(componentKey(found))
    if (name === undefined) return found.inside()
    const kindParts = components[found.kind]
    if (!Object.hasOwn(kindParts, name)) {
      // Taken before its parts are mapped.
      kindParts[name] = found.value
      kindParts[name] = found.inside()
    }
    return { $ref: `#/components/${found.kind}/${name}` }
  })
  return { paths: result, components }
}

/** A name for each repeated part, by its key. Parts of one name are distinguished by their resource, else by a number. */
function nameComponents(repeated: readonly (readonly [string, ComponentUse])[]): Map<string, string> {
  const called = repeated.map(([key, use]) => ({ key, use, name: commonName(use.hints) }))
  const isShared = Map.groupBy(called, ({ use, name }) => `${use.kind} ${name}`)
  const names = new Map<string, string>()
  const usedNames = new Set<string>()
  for (const { key, use, name } of called) {
    const isAlone = isShared.get(`${use.kind} ${name}`)?.length === 1
    // A refusal is of no resource: others have the same.
    const isOwn = isAlone || use.kind === 'responses' || name.startsWith(use.resource)
    const full = isOwn ? name : `${use.resource}${name}`
    let free = full
    for (let number = 2; usedNames.has(`${use.kind} ${free}`); number += 1) free = `${full}${number}`
    usedNames.add(`${use.kind} ${free}`)
    names.set(key, free)
  }
  return names
}

/** The hint of most places; else the words in which all hints end (StoreId, GroupId: Id), else the most frequent hint. */
function commonName(hints: readonly string[]): string {
  const counts = [...Map.groupBy(hints, hint => hint)].toSorted(([, one], [, other]) => other.length - one.length)
  const [max = '', places = []] = counts[0] ?? []
  if (places.length * 2 > hints.length) return max
  const words = hints.map(hint => hint.split(/(?=[A-Z])/))
  const [first = []] = words
  const common = first.findIndex((_, at) => words.every(each => each.join('').endsWith(first.slice(at).join(''))))
  const suffix = common < 0 ? '' : first.slice(common).join('')
  const isName = /^Ids?$/.test(suffix) || (suffix.length >= 4 && suffix !== 'Request' && suffix !== 'Response')
  return isName ? suffix : max
}

import * as fc from 'fast-check'
import type { Principal } from '#test/access/door.ts'
import { jsonSchemaOf, type DocumentedOperation, type Parameter } from './document.ts'
import { HOSTILE_KEYS, hostileText, INFINITE } from './hostile.ts'
import { isSent, spoiled } from './spoil.ts'
import { validOf, type Known } from './valid.ts'

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  /** As it is: broken, or a file. */
  | { kind: 'raw'; type: string; payload: string | Uint8Array }

/** One call. */
export type Case = {
  principal: Principal
  url: string
  headers: Record<string, string>
  body: Body
  /** A `revision` in the body becomes the one that the record has now. */
  isUpToDate: boolean
}

export type Stock = Known & {
  /** Bodies like those that this operation takes, made of what the shop answered. */
  bodies: readonly unknown[]
}

/** Calls of an operation: as it is documented, or with one thing that is not. */
export function casesOf(operation: DocumentedOperation, stock: Stock): fc.Arbitrary<Case> {
  const valid = { path: pathOf(operation, stock), query: queryOf(operation, stock), body: bodyOf(operation, stock) }
  const { path, query, body } = valid
  const call = (parts: Partial<typeof valid> & { headers?: typeof hostileHeaders }) =>
    fc
      .record({
        ...valid,
        headers: fc.constant({}),
        ...parts,
        principal: principalFor(operation),
        isUpToDate: fc.boolean(),
      })
      .map(({ path: address, query: asked, ...rest }) => ({ ...rest, url: asked ? `${address}?${asked}` : address }))
  const hasPath = operation.path.includes('{')
  const hasJson = jsonSchemaOf(operation.body) !== undefined
  return fc.oneof(
    { weight: 5, arbitrary: call({}) },
    { weight: 2, arbitrary: call({ query: spoiledQuery(operation, query) }) },
    ...(hasPath ? [{ weight: 2, arbitrary: call({ path: spoiledPath(operation, path) }) }] : []),
    ...(hasJson ? [{ weight: 6, arbitrary: call({ body: spoiledBody(body) }) }] : []),
    { weight: 1, arbitrary: call({ body: brokenBody }) },
    { weight: 1, arbitrary: call({ headers: hostileHeaders }) },
  )
}

/** Mostly those that are let in, admins before all: they reach the most. */
const principalFor = ({ access }: DocumentedOperation): fc.Arbitrary<Principal> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant<Principal>('admin') },
    { weight: access === 'admin' ? 1 : 8, arbitrary: fc.constant<Principal>('shopper') },
    { weight: access === 'anyone' ? 8 : 1, arbitrary: fc.constant<Principal>('anonymous') },
    {
      weight: 2,
      arbitrary: fc.constantFrom<Principal>(
        'unverified',
        'another shopper',
        'blocked',
        'former admin',
        'expired session',
        'admin without token',
        'admin on another site',
      ),
    },
  )

/** As in an address. What is no text of signs goes as bytes that are none either. */
const encoded = (text: string): string =>
  text
    .split(/([\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff])/)
    .map((part, index) => (index % 2 === 1 ? '%ED%A0%80' : encodeURIComponent(part)))
    .join('')

const textsOf = (parameters: Parameter[], known: Known, requiredKeys: string[]) =>
  fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, validOf(schema, name, known).map(String)])),
    { requiredKeys, noNullPrototype: true },
  )

function pathOf({ path, parameters }: DocumentedOperation, known: Known): fc.Arbitrary<string> {
  const inPath = parameters.filter(each => each.in === 'path')
  const names = inPath.map(({ name }) => name)
  return textsOf(inPath, known, names)
    .filter(values => Object.values(values).every(isOneSegment))
    .map(values => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(values[name] ?? '')))
}

/** Others would make the address that of another operation. */
const isOneSegment = (text: string): boolean => !/^\.{0,2}$/.test(text)

const BROKEN_SEGMENTS = ['%', '%zz', '%00', '%c0%ae', '%ED%A0%80', '%2e%2e%2f', '%252e', ';a=b', '*', '9'.repeat(300)]

const spoiledPath = ({ path }: DocumentedOperation, valid: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const names = path.match(/\{\w+\}/g) ?? []
  const hostile = fc.oneof(
    { weight: 3, arbitrary: hostileText.filter(isOneSegment).map(encoded) },
    { weight: 1, arbitrary: fc.constantFrom(...BROKEN_SEGMENTS) },
  )
  return fc.tuple(valid, fc.constantFrom(...names), hostile).map(([address, name, text]) => {
    const place = path.split('/').findIndex(segment => segment.includes(name))
    const plain = path.split('/')[place] ?? ''
    return address
      .split('/')
      .with(
        place,
        plain.replace(name, () => text),
      )
      .join('/')
  })
}

type Pair = readonly [name: string, value: string]
const written = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')

function queryOf({ parameters }: DocumentedOperation, known: Known): fc.Arbitrary<string> {
  const inQuery = parameters.filter(each => each.in === 'query')
  const required = inQuery.filter(each => each.required).map(({ name }) => name)
  // Few at a time, or together they would find nothing.
  return fc
    .tuple(
      textsOf(inQuery, known, required),
      fc.subarray(
        inQuery.map(({ name }) => name),
        { maxLength: Math.min(3, inQuery.length) },
      ),
    )
    .map(([values, chosen]) => {
      const names = Object.keys(values).filter(name => required.includes(name) || chosen.includes(name))
      return written(names.map(name => [name, values[name] ?? '']))
    })
}

function spoiledQuery({ parameters }: DocumentedOperation, valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const names = parameters.filter(each => each.in === 'query').map(({ name }) => name)
  const pair = fc.tuple(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...HOSTILE_KEYS)),
    hostileText,
  )
  const broken = fc.constantFrom(
    '%',
    '=',
    '&&&',
    'lang',
    'lang=en&lang=fi',
    'lang[]=en',
    'lang[a]=en',
    'page=1&page=2',
    '%zz=%zz',
    '?',
    '%00=1',
    '__proto__[a]=1',
  )
  return fc.oneof(
    // The hostile one comes first: of two of a name, some readers take the first.
    { weight: 4, arbitrary: fc.tuple(pair, valid).map(([bad, good]) => joined(written([bad]), good)) },
    { weight: 2, arbitrary: fc.tuple(valid, pair).map(([good, bad]) => joined(good, written([bad]))) },
    { weight: 1, arbitrary: fc.tuple(valid, broken).map(([good, bad]) => joined(good, bad)) },
  )
}

const joined = (...parts: string[]): string => parts.filter(part => part !== '').join('&')

function bodyOf({ body, method }: DocumentedOperation, stock: Stock): fc.Arbitrary<Body> {
  const schema = jsonSchemaOf(body)
  if (schema) {
    const made = validOf(schema, '', stock)
    const like = stock.bodies.map(each => ({ weight: 4, arbitrary: fc.constant(each) }))
    return fc.oneof({ weight: 4, arbitrary: made }, ...like).map(value => ({ kind: 'json', value }))
  }
  const types = Object.keys(body).map(type => type.replace('*', 'png'))
  if (method === 'GET' || types.length === 0) return fc.constant({ kind: 'none' })
  return fc.record({ kind: fc.constant('raw' as const), type: fc.constantFrom(...types), payload: file })
}

const spoiledBody = (valid: fc.Arbitrary<Body>): fc.Arbitrary<Body> =>
  spoiled(valid.map(body => (body.kind === 'json' ? body.value : undefined))).map(value =>
    isSent(value) ? { kind: 'json', value } : { kind: 'none' },
  )

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)
const file: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  fc.constantFrom(PNG, PNG.subarray(0, 30), Buffer.from('PK\x03\x04'), Buffer.alloc(0), Buffer.from('GIF89a')),
  fc.uint8Array({ maxLength: 300 }),
  fc
    .array(fc.array(hostileText, { maxLength: 12 }), { maxLength: 6 })
    .map(rows => ['name_en;name_fi;price;vat;ean13', ...rows.map(cells => cells.join(';'))].join('\n')),
)

const BROKEN = [
  '',
  '{',
  '[]',
  'null',
  '"a"',
  '1',
  '{"a":1}}',
  '\ufeff{}',
  '{"__proto__":{}}',
  '{"a":1,"a":2}',
  'a=1&b[]=2',
  '\0',
  '['.repeat(50_000),
  'x'.repeat(110_000),
]
const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  'image/png',
  'nonsense',
  'application/json;'.repeat(50),
]
const brokenBody: fc.Arbitrary<Body> = fc.record({
  kind: fc.constant('raw' as const),
  type: fc.constantFrom(...TYPES),
  payload: fc.constantFrom(...BROKEN),
})

const headerText = fc.oneof(
  fc.constantFrom(
    '*',
    '"a"',
    'W/"',
    '"'.repeat(500),
    'bytes=0-1,2-',
    'en;q=9,*;q=x',
    'DELETE',
    '127.0.0.1, 1.2.3.4',
    '[::1',
    'évil',
    '999999999999999999999',
  ),
  fc.string({ unit: fc.constantFrom('a', '1', '-', '_', '=', ',', ';', '"', "'", '/', '%', '<', '{'), maxLength: 60 }),
)
const HEADERS = [
  'accept',
  'accept-language',
  'accept-encoding',
  'if-none-match',
  'if-modified-since',
  'range',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-http-method-override',
  'x-request-id',
  'user-agent',
  'referer',
]
const hostileHeaders = fc.dictionary(fc.constantFrom(...HEADERS), headerText, {
  minKeys: 1,
  maxKeys: 3,
  noNullPrototype: true,
})

/** The body as it goes over the wire. */
export function payloadOf(body: Body): { type?: string; payload?: string | Buffer } {
  if (body.kind === 'none') return {}
  if (body.kind === 'raw')
    return { type: body.type, payload: typeof body.payload === 'string' ? body.payload : Buffer.from(body.payload) }
  const text = JSON.stringify(body.value) as string | undefined
  return text === undefined ? {} : { type: 'application/json', payload: text.replaceAll(`"${INFINITE}"`, '1e999') }
}

import * as fc from 'fast-check'
import { getJsonSchema, type DocumentedOperation } from './document.ts'
import { hostileText, INFINITE } from './hostile.ts'
import { isSent, spoiled } from './spoil.ts'
import { generateValid, type ValidExample } from './valid.ts'

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  /** Sent unchanged: broken, or a file. */
  | { kind: 'raw'; type: string; payload: string | Uint8Array }

export type Stock = ValidExample & {
  /** Bodies like those that this operation accepts, made from the shop's responses. */
  bodies: readonly unknown[]
}

export function generateBody({ body, method }: DocumentedOperation, stock: Stock): fc.Arbitrary<Body> {
  const schema = getJsonSchema(body)
  if (schema) {
    const made = generateValid(schema, '', stock)
    const like = stock.bodies.map(each => ({ weight: 4, arbitrary: fc.constant(each) }))
    return fc.oneof({ weight: 4, arbitrary: made }, ...like).map(value => ({ kind: 'json', value }))
  }
  const types = Object.keys(body).map(type => type.replace('*', 'png'))
  if (method === 'GET' || types.length === 0) return fc.constant({ kind: 'none' })
  return fc.record({ kind: fc.constant('raw' as const), type: fc.constantFrom(...types), payload: file })
}

export const spoiledBody = (valid: fc.Arbitrary<Body>): fc.Arbitrary<Body> =>
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
/** Invalid JSON, or JSON with another content type. */
export const brokenBody: fc.Arbitrary<Body> = fc.record({
  kind: fc.constant('raw' as const),
  type: fc.constantFrom(...TYPES),
  payload: fc.constantFrom(...BROKEN),
})

/** The body as it is sent. */
export function toPayload(body: Body): { type?: string; payload?: string | Buffer } {
  if (body.kind === 'none') return {}
  if (body.kind === 'raw')
    return { type: body.type, payload: typeof body.payload === 'string' ? body.payload : Buffer.from(body.payload) }
  const text = JSON.stringify(body.value) as string | undefined
  return text === undefined ? {} : { type: 'application/json', payload: text.replaceAll(`"${INFINITE}"`, '1e999') }
}

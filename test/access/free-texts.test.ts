import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operations } from './operations.ts'

const OVERRIDE = '\u202E'
/** Values that most texts accept, and values for fields with a certain format. */
const SAMPLES = [
  'milk',
  'rye bread',
  'a@shop.example',
  'https://shop.example/a',
  '2026-11-24',
  '12:30',
  '6408430000012',
  '1',
]

// All schemas of zod are of one of these kinds; zod has no other way to query theirs.
// oxlint-disable-next-line no-underscore-dangle
const getDefinition = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def

/** The parts of a schema, by the path that leads to them. */
function getParts(schema: z.core.$ZodType): [string, z.core.$ZodType][] {
  const def = getDefinition(schema)
  if (def.type === 'object') return Object.entries(def.shape)
  if (def.type === 'array') return [['[]', def.element]]
  if (def.type === 'union') return def.options.map((option, at) => [`|${at}`, option])
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default') return [['', def.innerType]]
  if (def.type === 'record')
    return [
      ['key', def.keyType],
      ['value', def.valueType],
    ]
  return def.type === 'pipe' ? [['', def.in]] : []
}

const KINDS_WITH_PARTS = ['object', 'array', 'union', 'optional', 'nullable', 'default', 'record', 'pipe']
const KINDS_WITHOUT_TEXT = ['int', 'number', 'boolean', 'enum', 'literal', 'null', 'transform']

const acceptsText = (schema: z.core.$ZodType): boolean =>
  getDefinition(schema).type === 'string' ||
  (['pipe', 'nullable', 'optional'].includes(getDefinition(schema).type) &&
    getParts(schema).some(([, part]) => acceptsText(part)))

/** Each text in an input with its path: as a whole, including its transforms. */
function textsIn(schema: z.core.$ZodType, path: string): [string, z.core.$ZodType][] {
  if (acceptsText(schema)) return [[path, schema]]
  const { type } = getDefinition(schema)
  if (![...KINDS_WITH_PARTS, ...KINDS_WITHOUT_TEXT].includes(type))
    throw new Error(`${path} is of the unknown kind ${type}`)
  return getParts(schema).flatMap(([name, part]) => textsIn(part, `${path}.${name}`))
}

/** Whether any of the schema's outputs for these samples still contains the override character. */
const hasOverride = (schema: z.core.$ZodType): boolean =>
  SAMPLES.flatMap(sample => [OVERRIDE + sample, sample + OVERRIDE, sample[0] + OVERRIDE + sample.slice(1)]).some(
    sample => {
      const read = z.safeParse(schema, sample)
      return read.success && String(read.data).includes(OVERRIDE)
    },
  )

const texts = operations.flatMap(operation =>
  (['params', 'query', 'body'] as const).flatMap(part => {
    const schema = operation[part]
    return schema ? textsIn(schema, `${operation.name} ${part}`) : []
  }),
)

/** Texts that the handler rejects when they contain such a character. */
const REFUSED_LATER = ['messages.send body.url']

test('no API input keeps a bidirectional override character, except one that its handler rejects', () => {
  const open = texts.filter(([, schema]) => hasOverride(schema)).map(([path]) => path)
  expect(open).toEqual(REFUSED_LATER)
})

/** Decomposed, with a no-break space and an invisible character, as copied from a PDF file. */
const PASTED = 'rye\u00a0\u200bbre\u0301ad'
/** Each character of a secret counts, and of the address that a push service gave a browser. */
const EXACT =
  /\.(?:endpoint|api_token|api_key|password|client_secret|secret_key|subscription_key|webhook_secret|webhook_password)$/

test('each API input that accepts any text normalises it, except secrets and addresses of programs', () => {
  const open = texts.filter(([, schema]) => {
    const read = z.safeParse(schema, PASTED)
    return read.success && /\u00a0|\u200b|\u0301/.test(String(read.data))
  })
  expect(open.map(([path]) => path).filter(path => !EXACT.test(path))).toEqual(['messages.send body.url'])
})

test('the walk through the schemas finds known free texts', () => {
  const accepting = texts.filter(([, schema]) => z.safeParse(schema, 'rye bread').success).map(([path]) => path)
  expect(accepting).toEqual(
    expect.arrayContaining([
      'adminProducts.create body.names.fi',
      'suppliers.create body.name',
      'passkeys.rename body.name',
    ]),
  )
})

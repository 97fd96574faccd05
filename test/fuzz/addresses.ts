import * as fc from 'fast-check'
import type { DocumentedOperation, Parameter } from './document.ts'
import { HOSTILE_KEYS, hostileText } from './hostile.ts'
import { generateValid, type ValidExample } from './valid.ts'

/** Percent-encodes a text for a URL. Lone surrogates become invalid UTF-8 bytes. */
const encoded = (text: string): string =>
  text
    .split(/([\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff])/)
    .map((part, index) => (index % 2 === 1 ? '%ED%A0%80' : encodeURIComponent(part)))
    .join('')

const generateTexts = (parameters: Parameter[], example: ValidExample, requiredKeys: string[]) =>
  fc.record(
    Object.fromEntries(parameters.map(({ name, schema }) => [name, generateValid(schema, name, example).map(String)])),
    { requiredKeys, noNullPrototype: true },
  )

export function generatePath({ path, parameters }: DocumentedOperation, example: ValidExample): fc.Arbitrary<string> {
  const inPath = parameters.filter(each => each.in === 'path')
  const names = inPath.map(({ name }) => name)
  return generateTexts(inPath, example, names)
    .filter(values => Object.values(values).every(isOneSegment))
    .map(values => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(values[name] ?? '')))
}

/** Other values would turn the path into that of another operation. */
const isOneSegment = (text: string): boolean => !/^\.{0,2}$/.test(text)

const BROKEN_SEGMENTS = ['%', '%zz', '%00', '%c0%ae', '%ED%A0%80', '%2e%2e%2f', '%252e', ';a=b', '*', '9'.repeat(300)]

export const spoiledPath = ({ path }: DocumentedOperation, valid: fc.Arbitrary<string>): fc.Arbitrary<string> => {
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

export function generateQuery({ parameters }: DocumentedOperation, example: ValidExample): fc.Arbitrary<string> {
  const inQuery = parameters.filter(each => each.in === 'query')
  const required = inQuery.filter(each => each.required).map(({ name }) => name)
  // Few at a time: all together would match nothing.
  return fc
    .tuple(
      generateTexts(inQuery, example, required),
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

export function spoiledQuery({ parameters }: DocumentedOperation, valid: fc.Arbitrary<string>): fc.Arbitrary<string> {
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
    // The hostile one comes first: of two parameters with the same name, some parsers take the first.
    { weight: 4, arbitrary: fc.tuple(pair, valid).map(([bad, good]) => joined(written([bad]), good)) },
    { weight: 2, arbitrary: fc.tuple(valid, pair).map(([good, bad]) => joined(good, written([bad]))) },
    { weight: 1, arbitrary: fc.tuple(valid, broken).map(([good, bad]) => joined(good, bad)) },
  )
}

const joined = (...parts: string[]): string => parts.filter(part => part !== '').join('&')

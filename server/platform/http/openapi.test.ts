import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { TITLES } from '#contract/operation-titles.ts'
import { withComponents } from './openapi-components.ts'

const FILE = fileURLToPath(new URL('../../../docs/integrator/openapi.json', import.meta.url))

test('the document passes the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: FILE, config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

type Operation = { operationId: string; tags: string[]; summary: string; description: string }

const readDocument = () => JSON.parse(readFileSync(FILE, 'utf8'))
const listOperations = (paths: Record<string, Record<string, Operation>>) =>
  Object.values(paths).flatMap(path => Object.values(path))

// With `info.contact`, what the ruleset spectral:oas checks of operations beyond the rules of Redocly.
test('each operation has a title of its own, a description in sentences, and one tag, which the document describes', () => {
  const { info, paths, tags } = readDocument()
  expect(info.contact.name).not.toBe('')
  const described = new Map<string, string>(
    tags.map(({ name, description }: { name: string; description: string }) => [name, description]),
  )
  const operations = listOperations(paths)
  expect(operations.length).toBeGreaterThan(250)
  const isComplete = ({ operationId, summary, description, tags: [tag = '', ...others] }: Operation) =>
    others.length === 0 &&
    (described.get(tag) ?? '').length > 20 &&
    /^[A-Z][^.]{7,60}$/.test(summary) &&
    !operationId.endsWith(`.${summary}`) &&
    /^[A-Z].{20,}\.$/s.test(description)
  expect(operations.filter(each => !isComplete(each)).map(({ operationId }) => operationId)).toEqual([])
  const titles = operations.map(({ summary }) => summary)
  expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([])
  expect(
    [...described.keys()].filter(tag => !operations.some(({ tags: [operationTag] }) => operationTag === tag)),
  ).toEqual([])
})

test('no title is left of an operation that is gone', () => {
  const ids = new Set(listOperations(readDocument().paths).map(({ operationId }) => operationId))
  const titled = Object.entries(TITLES).flatMap(([resource, titles]) =>
    Object.keys(titles).map(name => `${resource}.${name}`),
  )
  expect(titled.filter(id => !ids.has(id))).toEqual([])
})

test('the document is smaller than 660 kB, and contains no long schema twice', () => {
  expect(statSync(FILE).size).toBeLessThan(660_000)
  const { paths, components } = readDocument()
  const again = withComponents(paths)
  expect(Object.keys(again.components.schemas)).toEqual([])
  expect(Object.keys(components.schemas).length).toBeGreaterThan(20)
})

const long = { type: 'object', description: 'x'.repeat(120), properties: { name: { type: 'string' } } }
const operation = (operationId: string, schema: object) => ({
  operationId,
  parameters: [],
  responses: { 200: { description: 'Done.', content: { 'application/json': { schema } } } },
})

test('a schema of two operations becomes a component, and a part that only it has stays inline', () => {
  const toPeopleSchema = (schema: object) => ({
    type: 'object',
    properties: { people: { type: 'array', items: schema } },
  })
  const { paths, components } = withComponents({
    '/a': { get: operation('a.list', toPeopleSchema(long)) },
    '/b': { get: operation('b.list', { ...toPeopleSchema(long), title: 'other' }) },
  })
  expect(components.schemas).toEqual({ People: { type: 'array', items: long } })
  expect(JSON.stringify(paths)).not.toContain('xxx')
})

const withParts = (parts: Record<string, object>) => ({ type: 'object', properties: parts })
const schemaWith = (schema: object) => withParts({ name: schema, z: { type: 'array', items: schema } })

test('different schemas of one name are told apart by their resource, and within a resource by a number', () => {
  const { components } = withComponents({
    '/a': { get: operation('persons.list', schemaWith(long)) },
    '/b': { get: operation('places.list', schemaWith({ ...long, title: 'other' })) },
    '/c': { get: operation('places.find', schemaWith({ ...long, title: 'third' })) },
  })
  expect(Object.keys(components.schemas)).toEqual(['PersonName', 'PlaceName', 'PlaceName2'])
})

test('a schema is named after what most fields call it, or what their names have in common', () => {
  const id = { type: 'integer', description: 'y'.repeat(120) }
  const texts = { en: { ...long, title: 'text' }, fi: { ...long, title: 'text' } }
  const { components } = withComponents({
    '/a': { get: operation('a.list', withParts({ store_id: id, group_id: id, names: withParts(texts) })) },
    '/b': {
      get: operation(
        'b.list',
        withParts({ owner: long, payer: long, title: long, author: { ...long }, z: withParts({ payer: long }) }),
      ),
    },
  })
  expect(Object.keys(components.schemas)).toEqual(['Id', 'NameText', 'Payer'])
})

import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { withComponents } from './openapi-components.ts'

const FILE = fileURLToPath(new URL('../../../docs/integrator/openapi.json', import.meta.url))

test('the document passes the recommended rules of Redocly', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lint({ ref: FILE, config })
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
})

test('the document is smaller than 500 kB, and contains no long schema twice', () => {
  expect(statSync(FILE).size).toBeLessThan(500_000)
  const { paths, components } = JSON.parse(readFileSync(FILE, 'utf8'))
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
  const of = (schema: object) => ({ type: 'object', properties: { people: { type: 'array', items: schema } } })
  const { paths, components } = withComponents({
    '/a': { get: operation('a.list', of(long)) },
    '/b': { get: operation('b.list', { ...of(long), title: 'other' }) },
  })
  expect(components.schemas).toEqual({ People: { type: 'array', items: long } })
  expect(JSON.stringify(paths)).not.toContain('xxx')
})

const withParts = (parts: Record<string, object>) => ({ type: 'object', properties: parts })
const named = (schema: object) => withParts({ name: schema, z: { type: 'array', items: schema } })

test('different schemas of one name are told apart by their resource, and within a resource by a number', () => {
  const { components } = withComponents({
    '/a': { get: operation('persons.list', named(long)) },
    '/b': { get: operation('places.list', named({ ...long, title: 'other' })) },
    '/c': { get: operation('places.find', named({ ...long, title: 'third' })) },
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

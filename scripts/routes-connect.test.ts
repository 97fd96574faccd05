import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../server')
const routes = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('/routes.ts'))
  .map(file => ({ file, text: readFileSync(join(server, file), 'utf8') }))

const QUERY = /from 'kysely|\.(?:selectFrom|insertInto|updateTable|deleteFrom|with|transaction)\(|\bsql[`<.]/
const MAX_LINES = 80

test('routes hold no query: queries.ts and the use cases beside them do', () => {
  expect(routes.length).toBeGreaterThan(50)
  expect(routes.filter(({ text }) => QUERY.test(text)).map(({ file }) => file)).toEqual([])
})

test('nine of ten files of routes are short, since handlers only connect', () => {
  const lines = routes.map(({ text }) => text.trimEnd().split('\n').length).toSorted((a, b) => a - b)
  expect(lines[Math.floor(lines.length * 0.9)]).toBeLessThanOrEqual(MAX_LINES)
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countsSentence, hasTitle, KINDS, readRows, type Kind } from './read-table.ts'
import { REQUIREMENT_IDS } from './requirement-ids.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const page = read('docs/security/asvs.md')
const rows = readRows(page)
const getRows = (kind: Kind) => rows.filter(row => row.kind === kind)

test('docs/security/asvs.md lists all 253 requirements of levels 1 and 2, each once and in order', () => {
  expect(REQUIREMENT_IDS).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(REQUIREMENT_IDS)
})

test('each requirement has a known kind and an explanation', () => {
  expect(
    rows.filter(({ kind }) => !KINDS.some(known => known === kind)).map(({ id, kind }) => `${id}: ${kind}`),
  ).toEqual([])
  // Rows without a test are at least explained.
  expect(rows.filter(({ how }) => how.length < 15).map(({ id }) => id)).toEqual([])
})

test('each requirement met by a test or a place references one', () => {
  expect(
    getRows('test')
      .filter(({ tests }) => tests.length === 0)
      .map(({ id }) => id),
  ).toEqual([])
  expect(
    getRows('place')
      .filter(({ files }) => files.length === 0)
      .map(({ id }) => id),
  ).toEqual([])
})

test('each referenced file exists, and each referenced test is in its file', () => {
  const gone = rows.flatMap(({ id, files }) =>
    files.filter(file => !existsSync(join(root, file))).map(file => `${id}: ${file}`),
  )
  expect(gone).toEqual([])
  const untested = rows.flatMap(({ id, tests }) =>
    tests
      .filter(({ file, title }) => !hasTitle(read(file), title))
      .map(({ file, title }) => `${id}: ${file} “${title}”`),
  )
  expect(untested).toEqual([])
})

test('the page states the number of requirements of each kind', () => {
  expect(page).toContain(`${rows.length} requirements: ${countsSentence(rows)}.`)
})

test('a reference to a missing test is detected', () => {
  const [row] = readRows('| 1.1.1 | words | test | [x.test.ts](../../server/x.test.ts) “a title” |')
  expect(row).toMatchObject({ id: '1.1.1', kind: 'test', tests: [{ file: 'server/x.test.ts', title: 'a title' }] })
  expect(hasTitle("test('a title', () => {})", 'a title')).toBe(true)
  expect(hasTitle("test('a longer title', () => {})", 'a title')).toBe(false)
})

test('the section on unmet requirements lists all of them and no others', () => {
  const [, told = ''] = /\n## What does not hold yet[^\n]*\n([^]*?)\n## /.exec(page) ?? []
  const ids = getRows('not yet').map(({ id }) => id)
  expect((told.match(/\b\d+\.\d+\.\d+\b/g) ?? []).toSorted()).toEqual(ids.toSorted())
})

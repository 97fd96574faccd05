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
// Our own file: the titles of the tests that show a requirement, by its id and the test's file.
const namedTests = JSON.parse(read('test/asvs/named-tests.json')) as Record<string, Record<string, string[]>>

const getParts = (id: string) => id.split('.').map(Number)
const compareIds = (a: string, b: string) => {
  const [remaining, right] = [getParts(a), getParts(b)]
  const index = remaining.findIndex((part, at) => part !== right[at])
  return (remaining[index] ?? 0) - (right[index] ?? 0)
}

test('docs/security/asvs.md lists all 253 requirements of levels 1 and 2, each once', () => {
  expect(REQUIREMENT_IDS).toHaveLength(253)
  expect(rows.map(({ id }) => id).toSorted(compareIds)).toEqual(REQUIREMENT_IDS)
})

test('each requirement has a known kind and a summary or a reason', () => {
  expect(rows.filter(({ kind }) => !KINDS.some(each => each === kind)).map(({ id, kind }) => `${id}: ${kind}`)).toEqual(
    [],
  )
  expect(rows.filter(({ summary }) => summary.length < 6).map(({ id }) => id)).toEqual([])
})

test('each requirement met by a test or a place references one', () => {
  const unshown = [...getRows('test'), ...getRows('place')].filter(({ files }) => files.length === 0)
  expect(unshown.map(({ id }) => id)).toEqual([])
})

test('each row met by a test references exactly the files of its named tests', () => {
  expect(Object.fromEntries(getRows('test').map(({ id, files }) => [id, files]))).toEqual(
    Object.fromEntries(Object.entries(namedTests).map(([id, tests]) => [id, Object.keys(tests)])),
  )
})

test('each referenced file exists, and each named test is in its file', () => {
  const gone = rows.flatMap(({ id, files }) =>
    files.filter(file => !existsSync(join(root, file))).map(file => `${id}: ${file}`),
  )
  expect(gone).toEqual([])
  const untested = Object.entries(namedTests).flatMap(([id, tests]) =>
    Object.entries(tests).flatMap(([file, titles]) =>
      titles.filter(title => !hasTitle(read(file), title)).map(title => `${id}: ${file} “${title}”`),
    ),
  )
  expect(untested).toEqual([])
})

test('the page states the number of requirements of each kind', () => {
  expect(page).toContain(`${rows.length} requirements: ${countsSentence(rows)}.`)
})

test('a missing test is detected, and a row may have several requirements', () => {
  expect(readRows('| 1.1.1, 1.1.2 | words | test | [x.test.ts](../../server/x.test.ts) |')).toMatchObject([
    { id: '1.1.1', kind: 'test', files: ['server/x.test.ts'] },
    { id: '1.1.2', kind: 'test', files: ['server/x.test.ts'] },
  ])
  expect(hasTitle("test('a title', () => {})", 'a title')).toBe(true)
  expect(hasTitle("test('a longer title', () => {})", 'a title')).toBe(false)
})

test('the section on unmet requirements lists all of them and no others', () => {
  const [, unmet = ''] = /\n## What does not hold yet[^\n]*\n([^]*?)\n## /.exec(page) ?? []
  const ids = getRows('not yet').map(({ id }) => id)
  expect((unmet.match(/\b\d+\.\d+\.\d+\b/g) ?? []).toSorted()).toEqual(ids.toSorted())
})

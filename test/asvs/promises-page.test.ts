import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countsSentence, FULL_TIER_MARK, hasTitle, isOfFullTier, readRows } from './read-table.ts'

const docs = join(import.meta.dirname, '../../docs')
const PROMISES = 'developer/promises.md'
const ASVS = 'security/asvs.md'
const TESTING = 'security/testing.md'
/** A page of docs, or a file as the page links to it. */
const read = (page: string, link?: string) =>
  readFileSync(join(docs, page, link === undefined ? '' : join('..', link)), 'utf8')
const rows = read(PROMISES)
  .split('\n')
  .filter(line => /^\| \d+ \|/.test(line))

test('docs/developer/promises.md lists each promise from 14 to 25 once, with all its cells filled in', () => {
  expect(rows.map(row => Number(/\d+/.exec(row)?.[0]))).toEqual(Array.from({ length: 12 }, (_, at) => 14 + at))
  for (const row of rows) expect(row.split(' | ').filter(cell => cell.trim() !== '')).toHaveLength(5)
})

test('the referenced files and tests exist', () => {
  const links = rows.flatMap(row => [...row.matchAll(/\]\(([^)]+)\)(?: “([^”]+)”)?/g)])
  const gone = links.filter(([, file = '']) => !existsSync(join(docs, PROMISES, '..', file))).map(([, file]) => file)
  expect(gone).toEqual([])
  const untested = links.filter(([, file = '', title]) => title !== undefined && !hasTitle(read(PROMISES, file), title))
  expect(untested.map(([, file, title]) => `${file} “${title}”`)).toEqual([])
})

test('the page has the same ASVS counts as docs/security/asvs.md', () => {
  expect(rows.join('\n')).toContain(`of 253 requirements ${countsSentence(readRows(read(ASVS)))}`)
})

test.each([PROMISES, ASVS, TESTING])('%s names tests that exist, and states of each whether a merge runs it', name => {
  const links = [...read(name).matchAll(/\]\(([^)#]+\.test\.tsx?)\) “([^”]+)”( \(full tier\))?/g)]
  expect(links.length).toBeGreaterThan(10)
  const wrong = links.filter(
    ([, file = '', title = '', mark]) => isOfFullTier(read(name, file), title) !== (mark === FULL_TIER_MARK),
  )
  expect(wrong.map(([, file, title]) => `${file} “${title}”`)).toEqual([])
  const gone = links.filter(([, file = '', title = '']) => !hasTitle(read(name, file), title))
  expect(gone.map(([, file, title]) => `${file} “${title}”`)).toEqual([])
})

test('a test of the full tier is recognized in the source', () => {
  expect(isOfFullTier("test.runIf(isFullTier)(\n  'a title', () => {})", 'a title')).toBe(true)
  expect(isOfFullTier("test('a title', { tag: ['@full', '@whole'] }, () => {})", 'a title')).toBe(true)
  expect(isOfFullTier("test.runIf(isFullTier)('another', () => {})\ntest('a title', () => {})", 'a title')).toBe(false)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FULL_TIER_MARK, hasTitle, isOfFullTier } from './read-table.ts'

const docs = join(import.meta.dirname, '../../docs')
const ASVS = 'security/asvs.md'
const TESTING = 'security/testing.md'

/** A page of docs, or a file as the page links to it. */
const read = (page: string, link?: string) =>
  readFileSync(join(docs, page, link === undefined ? '' : join('..', link)), 'utf8')
/** The same without line breaks, which may stand between a link and the title of its test. */
const unwrapped = (text: string) => text.replaceAll(/\s+/g, ' ')

test.each([ASVS, TESTING])('%s names tests that exist, and states of each whether a merge runs it', name => {
  const links = [...unwrapped(read(name)).matchAll(/\]\(([^)#]+\.test\.tsx?)\) “([^”]+)”( \(full tier\))?/g)]
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

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countsSentence, FULL_TIER_MARK, hasTitle, isOfFullTier, readRows } from './read-table.ts'

const docs = join(import.meta.dirname, '../../docs')
const PROMISES = 'developer/promises.md'
const ASVS = 'security/asvs.md'
const TESTING = 'security/testing.md'
const PARTS = ['Measure', 'Shown by', 'Not shown']

/** A page of docs, or a file as the page links to it. */
const read = (page: string, link?: string) =>
  readFileSync(join(docs, page, link === undefined ? '' : join('..', link)), 'utf8')
/** The same without line breaks, which may stand between a link and the title of its test. */
const unwrapped = (text: string) => text.replaceAll(/\s+/g, ' ')
const [, ...sections] = read(PROMISES).split(/^## /m)
const promises = sections.map(section => ({ number: Number(/^\d+/.exec(section)?.[0]), text: unwrapped(section) }))
/** The text after the bold name of a part, up to the next one. */
const getPart = (text: string, part: string) =>
  new RegExp(String.raw`\*\*${part}\.?\*\* (.*?)(?: \*\*|$)`).exec(text)?.[1]

test('docs/developer/promises.md lists each promise from 14 to 25 once, with all its parts filled in', () => {
  expect(promises.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, at) => 14 + at))
  const missing = promises.flatMap(({ number, text }) =>
    PARTS.filter(part => !getPart(text, part)?.trim()).map(part => `${number}: ${part}`),
  )
  expect(missing).toEqual([])
})

test('each promise is shown by a link to a test, a program or a result', () => {
  const unshown = promises.filter(({ text }) => !/\]\([^)]+\)/.test(getPart(text, 'Shown by') ?? ''))
  expect(unshown.map(({ number }) => number)).toEqual([])
})

test('the referenced files and tests exist', () => {
  const links = promises.flatMap(({ text }) => [...text.matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)(?: “([^”]+)”)?/g)])
  const gone = links.filter(([, file = '']) => !existsSync(join(docs, PROMISES, '..', file))).map(([, file]) => file)
  expect(gone).toEqual([])
  const titled = links.filter(([, , title]) => title !== undefined)
  expect(titled.length).toBeGreaterThan(20)
  const untested = titled.filter(([, file = '', title = '']) => !hasTitle(read(PROMISES, file), title))
  expect(untested.map(([, file, title]) => `${file} “${title}”`)).toEqual([])
})

test('the page has the same ASVS counts as docs/security/asvs.md', () => {
  const hostileInput = promises.find(({ number }) => number === 23)?.text
  expect(hostileInput).toContain(`of 253 requirements ${countsSentence(readRows(read(ASVS)))}`)
})

test.each([PROMISES, ASVS, TESTING])('%s names tests that exist, and states of each whether a merge runs it', name => {
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

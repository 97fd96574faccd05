import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

const DECISION = /^docs\/developer\/decisions\/\d{3}-/
const MAX_DECISIONS = 40
const MAX_DECISION_WORDS = 300

/** The readers, the first whose pages match counting a page, and how many words each may have to read. */
const READERS: readonly { reader: string; pages: RegExp; limit: number }[] = [
  { reader: 'visitors', pages: /^README\.md$/, limit: 800 },
  { reader: 'shopkeepers', pages: /^docs\/shopkeeper\//, limit: 30_000 },
  { reader: 'operators', pages: /^docs\/operator\/|^CHANGELOG\.md$/, limit: 11_000 },
  { reader: 'integrators', pages: /^docs\/integrator\//, limit: 9000 },
  { reader: 'readers of decisions', pages: /^docs\/developer\/decisions\//, limit: 11_000 },
  {
    reader: 'developers',
    pages: /^docs\/developer\/|^(?:ARCHITECTURE|CONTRIBUTING)\.md$|^server\//,
    limit: 9000,
  },
  { reader: 'security reviewers', pages: /^docs\/security\//, limit: 3000 },
  { reader: 'all others', pages: /^/, limit: 2000 },
]

/** Words as they are read: addresses of links, comments, figures and other marks without a letter are none. */
const countWords = (text: string) =>
  text
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\s+/)
    .filter(token => /\p{L}/u.test(token)).length

const wordsByPage = new Map(documents.map(page => [page, countWords(readFileSync(join(root, page), 'utf8'))]))
const sum = (pages: readonly string[]) => pages.reduce((words, page) => words + (wordsByPage.get(page) ?? 0), 0)
const listPages = (reader: string) =>
  documents.filter(page => READERS.find(({ pages }) => pages.test(page))?.reader === reader)

test.each(READERS)('$reader have at most $limit words to read', ({ reader, limit }) => {
  expect(sum(listPages(reader))).toBeLessThanOrEqual(limit)
})

test('there are at most forty decisions of at most 300 words', () => {
  const decisions = documents.filter(page => DECISION.test(page))
  expect(decisions.length).toBeLessThanOrEqual(MAX_DECISIONS)
  expect(decisions.filter(page => sum([page]) > MAX_DECISION_WORDS)).toEqual([])
})

test('figures, marks, addresses of links and comments are no words', () => {
  expect(countWords('| two [words](https://example.org) | – | 14 | <!-- no word --> - |')).toBe(2)
})

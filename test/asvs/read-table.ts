import { posix } from 'node:path'

/** The mark behind the title of a test that `npm test` skips. */
export const FULL_TIER_MARK = ' (full tier)'

/** The ways in which a requirement is met, as in docs/security/asvs.md. */
export const KINDS = ['test', 'place', 'does not apply', 'not yet'] as const
export type Kind = (typeof KINDS)[number]

export type TableRow = {
  id: string
  kind: string
  /** The row's explanation. */
  how: string
  /** The files it references, from the repository's root. */
  files: string[]
  /** The tests it references. */
  tests: { file: string; title: string }[]
}

const ROW = /^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+) \|$/
/** The page's folder: its links start there. */
const FOLDER = 'docs/security'
const LINK = /\[[^\]]+\]\(([^)#]+)\)/g
const TEST = /\[[^\]]+\]\(([^)#]+(?:\.test\.tsx?|conformance\.ts))\) “([^”]+)”/g

const fromRoot = (link: string) => posix.join(FOLDER, link)

/** The rows of the page's tables, in order. */
export const readRows = (page: string): TableRow[] =>
  page
    .split('\n')
    .map(line => ROW.exec(line))
    .filter(found => found !== null)
    .map(([, id = '', , kind = '', how = '']) => ({
      id,
      kind,
      how,
      files: [...how.matchAll(LINK)].map(([, link = '']) => fromRoot(link)),
      tests: [...how.matchAll(TEST)].map(([, link = '', title = '']) => ({ file: fromRoot(link), title })),
    }))

/** Whether the text of a test file contains a test with this literal title. */
export const hasTitle = (text: string, title: string): boolean =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some(quoted => text.includes(quoted))

const LEFT_OUT = /(?:runIf\(isFullTier\)|\bfullTest)\($/
const TAGGED = /^,\s*\{ tag: (?:'@full'|\[[^\]]*'@full')/

/** Whether only the full tier runs a test of a file: docs/developer/testing.md. */
export function isOfFullTier(text: string, title: string): boolean {
  const quoted = [`'${title}'`, `"${title}"`, `\`${title}\``].find(one => text.includes(one))
  if (quoted === undefined) return false
  const [before = '', after = ''] = text.split(quoted, 2)
  return LEFT_OUT.test(before.trimEnd()) || TAGGED.test(after)
}

/** The count of rows of each kind, as a sentence of the pages. */
export function countsSentence(rows: readonly TableRow[]): string {
  const count = (kind: Kind) => rows.filter(row => row.kind === kind).length
  return (
    `${count('test')} hold by a test, ${count('place')} by a place in code, configuration or documents, ` +
    `${count('does not apply')} do not apply, ${count('not yet')} do not hold yet`
  )
}

import { posix } from 'node:path'

/** The ways in which a requirement is met, as in docs/security/asvs.md. */
export const KINDS = ['test', 'place', 'does not apply', 'not yet'] as const
export type Kind = (typeof KINDS)[number]

export type TableRow = {
  id: string
  kind: string
  /** The row's summary of the requirement, or the reason why it does not apply. */
  summary: string
  /** The files it references, from the repository's root. */
  files: string[]
}

const ROW = /^\| (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*) \| (.+?) \| (.+?) \| (.+) \|$/
/** The page's folder: its links start there. */
const FOLDER = 'docs/security'
const LINK = /\[[^\]]+\]\(([^)#]+)\)/g

/** The requirements of the page's tables; a row may have several. */
export const readRows = (page: string): TableRow[] =>
  page
    .split('\n')
    .map(line => ROW.exec(line))
    .filter(found => found !== null)
    .flatMap(([, ids = '', summary = '', kind = '', shownBy = '']) =>
      ids.split(', ').map(id => ({
        id,
        kind,
        summary,
        files: [...shownBy.matchAll(LINK)].map(([, link = '']) => posix.join(FOLDER, link)),
      })),
    )

/** Whether the text of a test file contains a test with this literal title. */
export const hasTitle = (text: string, title: string): boolean =>
  [`'${title}'`, `"${title}"`, `\`${title}\``].some(quoted => text.includes(quoted))

/** The count of rows of each kind, as a sentence of the page. */
export function countsSentence(rows: readonly TableRow[]): string {
  const count = (kind: Kind) => rows.filter(row => row.kind === kind).length
  return (
    `${count('test')} hold by a test, ${count('place')} by a place in code, configuration or documents, ` +
    `${count('does not apply')} do not apply, ${count('not yet')} do not hold yet`
  )
}

import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'

/** The reports that the page of results keeps, and the command that makes each. */
export const REPORTS = {
  measured: 'bench',
  speed: 'bench',
  preorders: 'bench',
  push: 'bench',
  flood: 'bench',
  load: 'load',
  ramp: 'load',
} as const

export type ReportName = keyof typeof REPORTS

const ROOT = join(import.meta.dirname, '..')
const PAGE = 'docs/results/README.md'

export const getMarkers = (name: ReportName) => ({ begin: `<!-- ${name}: begin -->`, end: `<!-- ${name}: end -->` })

/** When, at which commit and by which command a report was made. `-dirty`: with changes that are not in the commit. */
function stamp(name: ReportName): string {
  const git = ['describe', '--always', '--dirty', '--abbrev=8', '--exclude=*']
  const commit = execFileSync('git', git, { cwd: ROOT, encoding: 'utf8' }).trim()
  const command = ['npm run', REPORTS[name], '--', ...process.argv.slice(2)].join(' ')
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, \`${command}\`.`
}

/** Writes a report into the page of results, between the marker lines with its name. */
export async function saveReport(name: ReportName, report: string): Promise<void> {
  const file = join(ROOT, PAGE)
  const settings = await readFile(join(ROOT, '.oxfmtrc.json'), 'utf8')
  const { begin, end } = getMarkers(name)
  const document = await readFile(file, 'utf8')
  const [before, after] = [document.indexOf(begin), document.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`${PAGE} lacks the lines ${begin} and ${end}`)
  const newDocument = `${document.slice(0, before)}${begin}\n\n${stamp(name)}\n\n${report}\n\n${document.slice(after)}`
  // The formatter's own configuration file.
  const { code } = await format(file, newDocument, JSON.parse(settings) as FormatConfig)
  await writeFile(file, code)
}

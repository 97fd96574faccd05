import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, type FormatConfig } from 'oxfmt'

type Name = 'measured' | 'speed' | 'preorders' | 'push' | 'flood' | 'load' | 'ramp'

const pageOf = (name: Name) =>
  name === 'load' || name === 'ramp' ? 'docs/developer/load.md' : 'docs/developer/bench.md'

/** Writes a table into its page, between the marker lines with its name. */
export async function keepReport(name: Name, report: string): Promise<void> {
  const file = join(import.meta.dirname, '..', pageOf(name))
  const settings = await readFile(join(import.meta.dirname, '../.oxfmtrc.json'), 'utf8')
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const document = await readFile(file, 'utf8')
  const [before, after] = [document.indexOf(begin), document.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`${pageOf(name)} lacks the lines ${begin} and ${end}`)
  const kept = `${document.slice(0, before)}${begin}\n\n${report}\n\n${document.slice(after)}`
  // The formatter's own configuration file.
  const { code } = await format(file, kept, JSON.parse(settings) as FormatConfig)
  await writeFile(file, code)
}

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'

const DOCUMENT = join(import.meta.dirname, '../docs/bench.md')

/** Writes a table into docs/bench.md, between the lines that its name marks. */
export async function keepReport(name: 'measured' | 'speed' | 'preorders' | 'push', report: string): Promise<void> {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const document = await readFile(DOCUMENT, 'utf8')
  const [before, after] = [document.indexOf(begin), document.indexOf(end)]
  if (before < 0 || after < before) throw new Error(`docs/bench.md lacks the lines ${begin} and ${end}`)
  const kept = `${document.slice(0, before)}${begin}\n\n${report}\n\n${document.slice(after)}`
  await writeFile(DOCUMENT, await format(kept, { ...(await resolveConfig(DOCUMENT)), filepath: DOCUMENT }))
}

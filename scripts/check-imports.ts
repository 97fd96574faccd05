// Checks imports against the import rules, the names of files, and that no short file has a single user. Prints each fault with the rule that it breaks.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getImports, sourceFiles } from './find-imports.ts'
import { importCycles } from './import-cycles.ts'
import { importFault, nameFault } from './import-faults.ts'
import { singleUseFiles } from './single-use-files.ts'

const root = join(import.meta.dirname, '..')
const files = sourceFiles(root)
const imports = files.flatMap(file => getImports(root, file))

const faults = [
  ...files.flatMap(file => withPlace(file, nameFault(file))),
  ...imports.flatMap(found => withPlace(`${found.file} imports ${found.target}`, importFault(found))),
  ...importCycles(imports).map(
    cycle =>
      `${cycle.join(' → ')}\n  Files, features and modules do not import each other in circles, not for types either.`,
  ),
  ...singleUseFiles(
    files.map(file => ({ file, lines: getLines(file) })),
    imports,
  ).map(({ file, lines }) => `${file}\n  Its ${lines} lines belong in the file that imports them; see CONTRIBUTING.`),
]

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

function getLines(file: string): number {
  return readFileSync(join(root, file), 'utf8').trimEnd().split('\n').length
}

function withPlace(place: string, sentence: string | undefined): string[] {
  return sentence === undefined ? [] : [`${place}\n  ${sentence}`]
}

// Checks imports against the import rules, and the names of files. Prints each fault with the rule that it breaks.
import { join } from 'node:path'
import { importsOf, sourceFiles } from './find-imports.ts'
import { importCycles } from './import-cycles.ts'
import { importFault, nameFault } from './import-faults.ts'

const root = join(import.meta.dirname, '..')
const files = sourceFiles(root)
const imports = files.flatMap(file => importsOf(root, file))

const faults = [
  ...files.flatMap(file => withPlace(file, nameFault(file))),
  ...imports.flatMap(found => withPlace(`${found.file} imports ${found.target}`, importFault(found))),
  ...importCycles(imports).map(
    cycle => `${cycle.join(' → ')}\n  Files and features do not import each other in circles.`,
  ),
]

for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

function withPlace(place: string, sentence: string | undefined): string[] {
  return sentence === undefined ? [] : [`${place}\n  ${sentence}`]
}

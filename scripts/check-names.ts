// Checks the names that sources and tests declare. Prints each fault with the rule that it breaks.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { declaredNames } from './declared-names.ts'
import { sourceFiles } from './find-imports.ts'
import { brokenNameRule } from './name-rules.ts'

const root = join(import.meta.dirname, '..')

for (const file of sourceFiles(root)) {
  for (const declared of declaredNames(file, readFileSync(join(root, file), 'utf8'))) {
    const sentence = brokenNameRule(declared)
    if (sentence === undefined) continue
    console.error(`${file}:${declared.line} ${declared.name}\n  ${sentence}`)
    process.exitCode = 1
  }
}

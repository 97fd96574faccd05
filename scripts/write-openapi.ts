import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { contract } from '#contract/index.ts'
import { MODULE_TITLES } from '#contract/operation-titles.ts'
import { openApiDocument } from '#server/platform/http/openapi.ts'

/** Writes docs/integrator/openapi.json from the contract; with --check only checks whether it is up to date. */
const file = new URL('../docs/integrator/openapi.json', import.meta.url)
const LINE_LENGTH = 320
const document = `${printed(openApiDocument(contract, MODULE_TITLES))}\n`

if (!process.argv.includes('--check')) writeFileSync(file, document)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== document) {
  console.error(
    'docs/integrator/openapi.json differs from the contract: run `npm run openapi` and look at what changed.',
  )
  process.exitCode = 1
}

/** As JSON, with whatever fits on a line on one line: a change is one line of a diff, and the file is half as large. */
function printed(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= LINE_LENGTH) return line
  const deeper = `${indent} `
  const parts = Array.isArray(value)
    ? value.map(each => printed(each, deeper))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${printed(each, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.map(part => deeper + part).join(',\n')}\n${indent}${close}`
}

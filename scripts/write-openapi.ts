import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { contract } from '#contract/index.ts'
import { openApiDocument } from '#server/platform/http/openapi.ts'

/** Writes docs/openapi.json from the contract; with --check only checks whether it is up to date. */
const file = new URL('../docs/openapi.json', import.meta.url)
const document = `${JSON.stringify(openApiDocument(contract), null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(file, document)
else if (!existsSync(file) || readFileSync(file, 'utf8') !== document) {
  console.error('docs/openapi.json differs from the contract: run `npm run openapi` and look at what changed.')
  process.exitCode = 1
}

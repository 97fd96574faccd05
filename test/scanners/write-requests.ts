// node test/scanners/write-requests.ts http://127.0.0.1:3900 requests
// One file for each operation, signed in as an admin of the demo shop, as `sqlmap -r` reads it; and cookies.txt for others.
import { mkdirSync, writeFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { documentedOperations, jsonSchemaOf, type DocumentedOperation, type Schema } from '#test/fuzz/document.ts'
import { validOf } from '#test/fuzz/valid.ts'
import { signInAtDemo } from './sign-in-at-demo.ts'

const [address = 'http://127.0.0.1:3900', directory = 'requests', email = 'admin@puoti.example'] = process.argv.slice(2)
const SEED = 4711
/** Not the first, which is the caller's own. */
const known = { ids: [1002, 1003] }

/** A short value that the schema allows. */
const sample = (schema: Schema, name: string): unknown =>
  fc
    .sample(validOf(schema, name, known), { seed: SEED, numRuns: 30 })
    .toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)
    .find(value => value !== '' && value !== '0')

function requestOf(operation: DocumentedOperation, headers: Record<string, string>): string {
  const text = (name: string) => {
    const found = operation.parameters.find(each => each.name === name)
    return encodeURIComponent(String(sample(found?.schema ?? {}, name)))
  }
  const schema = jsonSchemaOf(operation.body)
  // sqlmap tries queries and bodies by itself; parts of a path, where a star stands.
  const inPath = operation.path.includes('{')
  const star = inPath && !schema ? '*' : ''
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => text(name) + star)
  const inQuery = operation.parameters.filter(each => each.in === 'query')
  const query = inQuery.map(({ name }) => `${name}=${text(name)}${star}`)
  const lines = [
    `${operation.method} ${path}?${query.join('&')} HTTP/1.1`,
    `Host: ${new URL(address).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(schema ? ['Content-Type: application/json', '', JSON.stringify(sample(schema, ''))] : ['', '']),
  ]
  return lines.join('\r\n')
}

const { cookie, token } = await signInAtDemo(address, email)
mkdirSync(directory, { recursive: true })
for (const operation of documentedOperations()) {
  const headers = { Cookie: cookie, 'X-CSRF-Token': token }
  writeFileSync(`${directory}/${operation.id}.http`, requestOf(operation, headers))
}
writeFileSync(`${directory}/cookies.txt`, `${cookie}\n${token}\n`)
console.log(`${cookie}\nX-CSRF-Token: ${token}`)

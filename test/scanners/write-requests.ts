// node test/scanners/write-requests.ts http://127.0.0.1:3900 requests
// Writes one file for each operation, signed in as an admin of the demo shop, in the format of `sqlmap -r`; and cookies.txt for
// other scanners. For an admin's changes, tries several calls and writes the one with the best status: a rejected call reaches no
// SQL statement.
import { mkdirSync, writeFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { documentedOperations, getJsonSchema, type DocumentedOperation, type Schema } from '#test/fuzz/document.ts'
import { generateValid } from '#test/fuzz/valid.ts'
import { productForm } from '#test/rows/product-form.ts'
import { signInAtDemo } from './sign-in-at-demo.ts'

const [address = 'http://127.0.0.1:3900', directory = 'requests', email = 'admin@puoti.example'] = process.argv.slice(2)
const SEED = 4711
/** Without the first id, which is the caller's own. */
const example = { ids: [1002, 1003] }

const SAMPLES = 60
/** The best statuses first; others are worse than all of these. */
const LIKED = [200, 409, 422, 404]

/** Bodies whose fields depend on each other, which no random sample satisfies. */
const GIVEN: Record<string, object[]> = {
  'adminProducts.create': [productForm({ vat_class_id: 1002, supplier_id: 1002 })],
  'adminPreorderEvents.create': [
    {
      names: { en: 'Fish', fi: 'Kala', sv: 'Fisk' },
      descriptions: { en: '', fi: '', sv: '' },
      start_date: '2036-06-10',
      end_date: '2036-06-12',
      order_until: '2036-06-08T12:00:00Z',
      status: 'draft',
      store_ids: [1002],
      products: [],
    },
  ],
}

type Call = { method: string; path: string; body?: string | undefined }

/** Values that the schema allows, the short ones first. */
const samples = (schema: Schema, name: string): unknown[] =>
  fc
    .sample(generateValid(schema, name, example), { seed: SEED, numRuns: SAMPLES })
    .toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)
    .filter(value => value !== '' && value !== '0')

/** Different calls of an operation. sqlmap varies queries and bodies by itself; path segments where they contain a star. */
function createCalls(operation: DocumentedOperation): Call[] {
  const { id, method, parameters, path } = operation
  const schema = getJsonSchema(operation.body)
  const values = schema ? [...(GIVEN[id] ?? []), ...samples(schema, '')] : []
  const bodies = values.map(body => JSON.stringify(body))
  const getValues = (name: string) => {
    const { schema: allowed = {} } = parameters.find(each => each.name === name) ?? {}
    return /^id$|Id$/.test(name) ? example.ids : samples(allowed, name)
  }
  const star = path.includes('{') && !schema ? '*' : ''
  return Array.from({ length: Math.max(bodies.length, example.ids.length) }, (_, turn) => {
    const text = (name: string) => {
      const allowed = getValues(name)
      return encodeURIComponent(String(allowed[turn % allowed.length])) + star
    }
    const query = parameters.filter(each => each.in === 'query').map(({ name }) => `${name}=${text(name)}`)
    const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => text(name))
    return { method, path: `${filled}?${query.join('&')}`, body: bodies[turn] }
  })
}

async function bestLiked(calls: Call[], headers: Record<string, string>): Promise<Call> {
  const ranked: { call: Call; rank: number }[] = []
  for (const call of calls) {
    const rank = LIKED.indexOf(await requestStatus(call, headers))
    ranked.push({ call, rank: rank === -1 ? LIKED.length : rank })
    if (rank === 0) break
  }
  return ranked.toSorted((a, b) => a.rank - b.rank)[0]!.call
}

async function requestStatus({ method, path, body }: Call, headers: Record<string, string>): Promise<number> {
  const json = body === undefined ? {} : { 'content-type': 'application/json' }
  const sent = { method, body: body ?? null, headers: { ...headers, ...json } }
  const { status } = await fetch(`${address}${path.replaceAll('*', '')}`, sent)
  return status >= 200 && status < 300 ? 200 : status
}

function formatRequest({ method, path, body }: Call, headers: Record<string, string>): string {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${new URL(address).host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? ['', ''] : ['Content-Type: application/json', '', body]),
  ]
  return lines.join('\r\n')
}

const { cookie, token } = await signInAtDemo(address, email)
mkdirSync(directory, { recursive: true })
const headers = { Cookie: cookie, 'X-CSRF-Token': token }
for (const operation of documentedOperations()) {
  const calls = createCalls(operation)
  const isChangeByAdmin = operation.access === 'admin' && operation.method !== 'GET'
  const call = isChangeByAdmin ? await bestLiked(calls, headers) : calls[0]!
  writeFileSync(`${directory}/${operation.id}.http`, formatRequest(call, headers))
}
writeFileSync(`${directory}/cookies.txt`, `${cookie}\n${token}\n`)
console.log(`${cookie}\nX-CSRF-Token: ${token}`)

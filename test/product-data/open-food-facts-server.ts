import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the server does instead of answering as documented. */
export type ProductFault =
  | 'slow'
  | 'too many requests'
  | 'unavailable'
  | 'broken JSON'
  | 'huge'
  | 'wrong types'
  | 'another product'
  | 'another database'
  | 'hangs up'

type Product = Record<string, unknown> & { code: string }

/** Their rule for callers: the name of the program, its version, and a contact. */
const AGENT = /^[\w-]+\/\d+\.\d+\.\d+\S* \([^()\s]+\)$/
const SLOW_MS = 60_000
const HUGE_BYTES = 20_000_000

/**
 * A simulation of Open Food Facts, by its published OpenAPI document of version 3 (docs/api/ref/api-v3.yaml of their server, the
 * responses of `get-product-by-barcode`) and its introduction to the API: the route, the parameter `fields`, the status of
 * responses, the normalised code, redirects to other databases. It refuses callers that don't say who they are.
 */
export async function openFoodFactsServer(port = 0) {
  const products = new Map<string, Product>()
  const pictures = new Map<string, Buffer>()
  const faults = new Map<string, ProductFault>()
  const requests: { path: string; agent: string | undefined }[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    requests.push({ path: pathname, agent: request.headers['user-agent'] })
    if (!AGENT.test(request.headers['user-agent'] ?? '')) return void response.writeHead(403).end('who are you?')
    const picture = pictures.get(pathname)
    const code = /^\/api\/v3\/product\/(\d+)$/.exec(pathname)?.[1]
    const fault = faults.get(code ?? pathname)
    if (fault) return fail(fault, { request, response })
    if (picture) return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture)
    if (code === undefined || request.method !== 'GET') return void response.writeHead(404).end('not found')
    const found = products.get(normalised(code))
    if (found) return sendJson(response, { status: 200, body: productAnswer(found, searchParams.get('fields')) })
    return sendJson(response, { status: 404, body: notFound(code) })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address that is an object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    add: (product: Product) => products.set(normalised(product.code), product),
    addPicture(path: string, bytes: Buffer): string {
      pictures.set(path, bytes)
      return `${url}${path}`
    },
    /** Of a code, or of a picture's path. */
    fault(code: string, fault?: ProductFault): void {
      if (fault) faults.set(code, fault)
      else faults.delete(code)
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type OpenFoodFactsServer = Awaited<ReturnType<typeof openFoodFactsServer>>

/** Codes have 13 digits, or 8 when the others are zeros. */
const normalised = (code: string): string => {
  const digits = code.replace(/^0+/, '')
  return digits.padStart(digits.length <= 8 ? 8 : 13, '0')
}

function productAnswer(product: Product, fields: string | null) {
  const requestedFields = fields?.split(',')
  const sent = Object.entries(product).filter(
    ([name]) => requestedFields === undefined || requestedFields.includes(name),
  )
  const body = { ...Object.fromEntries(sent), code: normalised(product.code) }
  const result = { id: 'product_found', name: 'Product found', lc_name: 'Product found' }
  return { code: normalised(product.code), errors: [], product: body, result, status: 'success', warnings: [] }
}

function notFound(code: string) {
  const message = { id: 'product_not_found', name: 'Product not found', lc_name: 'Product not found' }
  const impact = { id: 'failure', name: 'Failure', lc_name: 'Failure' }
  const error = { field: { id: 'code', value: code }, impact, message }
  return { code, errors: [error], result: message, status: 'failure', warnings: [] }
}

function sendJson(response: ServerResponse, { status, body }: { status: number; body: unknown }): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

type Exchange = { request: IncomingMessage; response: ServerResponse }

async function fail(fault: ProductFault, { request, response }: Exchange): Promise<void> {
  switch (fault) {
    case 'slow':
      await sleep(SLOW_MS, undefined, { ref: false })
      return void response.end()
    case 'too many requests':
      return void response.writeHead(429, { 'retry-after': '90' }).end('too many requests')
    case 'unavailable':
      return void response.writeHead(503).end('come back later')
    case 'broken JSON':
      return void response.end('{"status": "success", "product": {')
    case 'huge':
      return void response.end(Buffer.alloc(HUGE_BYTES, ' '))
    case 'wrong types':
      return sendJson(response, { status: 200, body: { status: 1, product: [] } })
    case 'another product':
      return sendJson(response, { status: 200, body: productAnswer({ code: '4000000000006' }, null) })
    case 'another database':
      return void response.writeHead(302, { location: 'http://127.0.0.1:9/api/v3/product/1' }).end()
    case 'hangs up':
      return void request.destroy()
  }
}

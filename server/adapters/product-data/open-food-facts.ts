import { normaliseGtin } from '#domain/catalogue/gtin.ts'
import { OPEN_FOOD_FACTS_FIELDS, toProductOffer } from '#domain/catalogue/open-food-facts.ts'
import { isForeign } from '#domain/catalogue/product-offer.ts'
import type { PictureAnswer, ProductAnswer, ProductData } from './product-data.ts'

type OpenFoodFactsOptions = {
  /** The service’s origin. */
  url: string
  /** Their terms require `Name/Version (contact)`; clients without it are blocked. */
  userAgent: () => Promise<string>
  timeoutMs?: number
  now?: () => Date
}

const TIMEOUT_MS = 8000
/** A product with the requested fields has some kilobytes. */
const MAX_BYTES = 500_000
const MAX_PICTURE_BYTES = 15_000_000
/** Hosts of their pictures, besides the service's own. */
const PICTURE_HOSTS = ['https://images.openfoodfacts.org', 'https://static.openfoodfacts.org']
/** They document no Retry-After, but proxies in front of them send one. */
const MIN_PAUSE_S = 60
const MAX_PAUSE_S = 3600

type FailedAnswer = Exclude<ProductAnswer, { kind: 'found' }>
type ApiCall = { url: URL; accept: string; maxBytes: number }

/** Any service with version 3 of the API of Open Food Facts. Sends no request during the pause that the service has asked for. */
export function openFoodFacts({
  url,
  userAgent,
  timeoutMs = TIMEOUT_MS,
  now = () => new Date(),
}: OpenFoodFactsOptions) {
  const { origin } = new URL(url)
  let pausedUntil = new Date(0)

  async function get({ url: address, accept, maxBytes }: ApiCall): Promise<Buffer | FailedAnswer> {
    if (pausedUntil > now()) return { kind: 'busy', until: pausedUntil }
    try {
      const response = await fetch(address, {
        headers: { 'User-Agent': await userAgent(), Accept: accept },
        // Redirects lead to databases of other goods or to unreviewed hosts: none is followed.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.ok) return (await readBytes(response, maxBytes)) ?? { kind: 'failed', reason: 'an answer too long' }
      await response.body?.cancel()
      return toFailureByStatus(response)
    } catch (error) {
      return toFailure(error)
    }
  }

  function toFailureByStatus({ status, headers }: Response): FailedAnswer {
    if (status === 404 || status === 302) return { kind: 'unknown' }
    if (status !== 429 && status !== 503) return { kind: 'failed', reason: `HTTP ${status}` }
    const pauseSeconds = Number(headers.get('retry-after') ?? MIN_PAUSE_S) || MIN_PAUSE_S
    const pauseS = Math.min(Math.max(pauseSeconds, MIN_PAUSE_S), MAX_PAUSE_S)
    pausedUntil = new Date(now().getTime() + pauseS * 1000)
    return { kind: 'busy', until: pausedUntil }
  }

  return {
    async find(code): Promise<ProductAnswer> {
      const address = new URL(`/api/v3/product/${encodeURIComponent(code)}`, origin)
      address.searchParams.set('fields', OPEN_FOOD_FACTS_FIELDS.join(','))
      const answer = await get({ url: address, accept: 'application/json', maxBytes: MAX_BYTES })
      return Buffer.isBuffer(answer) ? readAnswer(answer.toString('utf8'), code) : answer
    },
    async fetchPicture(address): Promise<PictureAnswer> {
      const imageUrl = URL.canParse(address) ? new URL(address) : undefined
      if (!imageUrl || ![origin, ...PICTURE_HOSTS].includes(imageUrl.origin)) return { kind: 'unknown' }
      const answer = await get({ url: imageUrl, accept: 'image/*', maxBytes: MAX_PICTURE_BYTES })
      return Buffer.isBuffer(answer) ? { kind: 'found', bytes: answer } : answer
    },
  } satisfies ProductData
}

/** Undefined when the response is too long; the rest is not read. */
async function readBytes({ body }: Response, max: number): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of body ?? []) {
    length += part.byteLength
    // Leaving the loop closes the connection.
    if (length > max) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function readAnswer(text: string, code: string): ProductAnswer {
  const answer = parseJson(text)
  if (answer === undefined) return { kind: 'failed', reason: 'no JSON' }
  if (!isForeign(answer) || typeof answer['status'] !== 'string')
    return { kind: 'failed', reason: 'an answer of another shape' }
  const { status, product } = answer
  if (status === 'failure') return { kind: 'unknown' }
  if (!isForeign(product)) return { kind: 'failed', reason: 'an answer of another shape' }
  const isAsked = typeof product['code'] === 'string' && normaliseGtin(product['code']) === normaliseGtin(code)
  return isAsked ? { kind: 'found', offer: toProductOffer(product) } : { kind: 'failed', reason: 'another product' }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toFailure(error: unknown): FailedAnswer {
  if (error instanceof DOMException && error.name === 'TimeoutError') return { kind: 'timeout' }
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return { kind: 'failed', reason: typeof code === 'string' ? code : 'not reached' }
}

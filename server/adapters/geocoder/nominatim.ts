import { z } from 'zod'
import type { Geocoder, GeocodingResult } from './geocoder.ts'

const TIMEOUT_MS = 8000
const MAX_PLACES = 5
/** Five places are a few kilobytes; the limit protects the server's memory. */
const MAX_BYTES = 1_000_000
/** Public services require callers to identify themselves. */
const USER_AGENT = 'Puoti (software for unstaffed stores)'

const degreesSchema = (limit: number) => z.coerce.number().min(-limit).max(limit)
const nominatimAnswer = z.array(
  z.object({ display_name: z.string().min(1), lat: degreesSchema(90), lon: degreesSchema(180) }),
)

/** Any service with the API of Nominatim's /search. The URL's query parameters, such as a key, are sent with each request. */
export function nominatim(url: string, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): Geocoder {
  return {
    async find(words, language) {
      const address = new URL(url)
      const query = { q: words, format: 'jsonv2', limit: String(MAX_PLACES), 'accept-language': language }
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
      try {
        const response = await fetch(address, {
          headers: { 'User-Agent': USER_AGENT, Accept: 'application/json' },
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (response.ok) return readPlaces(await readText(response))
        await response.body?.cancel()
        return { kind: 'failed', reason: `HTTP ${response.status}` }
      } catch (error) {
        return error instanceof DOMException && error.name === 'TimeoutError'
          ? { kind: 'timeout' }
          : { kind: 'failed', reason: describeRefusal(error) }
      }
    },
  }
}

/** Undefined when the response is too long; the rest is not read. */
async function readText({ body }: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for await (const part of body ?? []) {
    length += part.byteLength
    // Leaving the loop closes the connection.
    if (length > MAX_BYTES) return undefined
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}

function readPlaces(text: string | undefined): GeocodingResult {
  if (text === undefined) return { kind: 'failed', reason: 'an answer too long' }
  const read = nominatimAnswer.safeParse(JSON.parse(text))
  if (!read.success) return { kind: 'failed', reason: 'an answer of another shape' }
  const places = read.data.slice(0, MAX_PLACES)
  return {
    kind: 'found',
    places: places.map(({ display_name: label, lat, lon }) => ({ label, latitude: lat, longitude: lon })),
  }
}

/** Never contains the URL, which may include a key. */
function describeRefusal(error: unknown): string {
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? code : error instanceof SyntaxError ? 'no JSON' : 'not reached'
}

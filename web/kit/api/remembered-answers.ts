import * as z from 'zod/mini'
import type { Answer, Endpoint } from '#contract/endpoint.ts'
import { eraseStored, readStored, storedKeys, writeStored } from './browser-storage.ts'
import { ANSWER_PREFIX } from './stored-values.ts'

const envelope = z.object({ url: z.string(), etag: z.optional(z.string()), answer: z.unknown() })

/** The last answer of an endpoint, stored for the next start and for use without a network. */
type RememberedAnswer = z.output<typeof envelope>

const storageKey = (endpoint: Endpoint) => ANSWER_PREFIX + endpoint.path

export function rememberAnswer(endpoint: Endpoint, remembered: RememberedAnswer): void {
  writeStored(storageKey(endpoint), JSON.stringify(remembered), 'answer')
}

function parseAnswer(text: string): RememberedAnswer | undefined {
  try {
    return envelope.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

type AnswerReading = { text: string; remembered: RememberedAnswer | undefined; answer: unknown }

// Checking a list of products takes a slow phone a tenth of a second, so each stored text is read only once.
const readingByEndpoint = new Map<Endpoint, AnswerReading>()

function readAnswer(endpoint: Endpoint): AnswerReading {
  const text = readStored(storageKey(endpoint)) ?? ''
  const cached = readingByEndpoint.get(endpoint)
  if (cached?.text === text) return cached
  const remembered = parseAnswer(text)
  const reading = { text, remembered, answer: remembered && z.safeParse(endpoint.answer, remembered.answer).data }
  readingByEndpoint.set(endpoint, reading)
  return reading
}

/** Also undefined when an earlier version of the app stored another shape. */
export function rememberedAnswer<E extends Endpoint>(endpoint: E): Answer<E> | undefined {
  // Parsed by this endpoint's own schema.
  return readAnswer(endpoint).answer as Answer<E> | undefined
}

/** The ETag of the answer stored for exactly this URL, if that answer can still be read. */
export function rememberedEtag(endpoint: Endpoint, url: string): string | undefined {
  const { remembered, answer } = readAnswer(endpoint)
  return remembered?.url === url && answer !== undefined ? remembered.etag : undefined
}

/** Removes all stored answers: the next person at this browser must not see them. */
export function forgetAnswers(): void {
  for (const key of storedKeys(ANSWER_PREFIX)) eraseStored(key)
}

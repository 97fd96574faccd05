import type { Endpoint } from '#contract/endpoint.ts'
import { LANGUAGE_CODES } from '#contract/values.ts'
import { i18n } from '#web/kit/i18n/speech.ts'
import type { CheckedInput } from './call-input.ts'

/** The path under /api with its parameters filled in, the query, and the language when it is known. */
export function requestUrl(endpoint: Endpoint, { params = {}, query = {} }: CheckedInput = {}): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  // The language may be known before its texts have loaded.
  const language = LANGUAGE_CODES.find(code => code === (i18n.resolvedLanguage ?? i18n.language))
  if (language) search.set('lang', language)
  return `/api/${path}${search.size > 0 ? `?${search}` : ''}`
}

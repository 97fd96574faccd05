import type { TFunction } from 'i18next'
import { type Texts, type TextValues, translate } from './translate.ts'

type Listener = () => void
const listeners = new Set<Listener>()

function speak(language: string, texts: Texts) {
  const speakKey = (key: string, values?: TextValues) => translate(texts, language, { key, values: values ?? {} })
  // i18next's types know every key and its places; this is what they describe.
  return { t: speakKey as unknown as TFunction, i18n }
}

/** What the app asks of a language at hand, under i18next's names. */
export const i18n = {
  language: 'en',
  resolvedLanguage: undefined as string | undefined,
  on: (_event: 'languageChanged', listener: Listener) => void listeners.add(listener),
  off: (_event: 'languageChanged', listener: Listener) => void listeners.delete(listener),
}

let current = speak('en', {})

/** The language in use; another object after each change. */
export const speech = () => current

/** The language is known, though its texts are not here yet. */
export function foreseeLanguage(language: string): void {
  i18n.language = language
}

export function setLanguage(language: string, texts: Texts): void {
  i18n.language = language
  i18n.resolvedLanguage = language
  current = speak(language, texts)
  listeners.forEach(listener => listener())
}

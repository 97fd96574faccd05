import { type Texts, type TextValues, type TextKey, createTranslate } from './translate.ts'

type SpeechListener = () => void
const listeners = new Set<SpeechListener>()

/** The language in use. `resolvedLanguage` is undefined until its texts have loaded. */
export const i18n = {
  language: 'en',
  resolvedLanguage: undefined as string | undefined,
}

/** Calls the listener after each change of language. Returns the unsubscribe function. */
export function onLanguageChange(listener: SpeechListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const createSpeech = (language: string, texts: Texts) => ({ t: createTranslate(texts, language), i18n })

let current = createSpeech('en', {})

/** The translator into the language in use; another object after each change. */
export const speech = () => current

/** For code outside of components. Translates into the language in use at the time of the call. */
export const t = (key: TextKey, values?: TextValues): string => current.t(key, values)

/** Sets the language before its texts have loaded. */
export function foreseeLanguage(language: string): void {
  i18n.language = language
  i18n.resolvedLanguage = undefined
}

export function setLanguage(language: string, texts: Texts): void {
  i18n.language = language
  i18n.resolvedLanguage = language
  current = createSpeech(language, texts)
  listeners.forEach(listener => listener())
}

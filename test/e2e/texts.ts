import type { LanguageCode } from '#contract/values.ts'
import { ALL_TEXTS } from '#web/kit/i18n/locales/all-texts.ts'

/** Returns the app's text for a key such as "basket.title"; `values` fill its {places}. Throws when there is none. */
export type Texts = (key: string, values?: Record<string, string>) => string

const FILES: Record<LanguageCode, unknown> = ALL_TEXTS

/** The app's texts in a language, for tests that visit its screens in several. */
export const textsIn = (language: LanguageCode): Texts => textsFrom(FILES[language])

/** Reads the texts of one file. */
export function textsFrom(file: unknown): Texts {
  return (key, values = {}) => {
    const text = key.split('.').reduce<unknown>(step, file)
    if (typeof text !== 'string') throw new Error(`No text ${key}`)
    return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
  }
}

function step(texts: unknown, name: string): unknown {
  return typeof texts === 'object' && texts !== null && name in texts ? texts[name as keyof typeof texts] : undefined
}

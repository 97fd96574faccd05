import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'

/** The text in the requested language, else in the first language that has one. */
export function textIn(texts: { [Code in LanguageCode]?: string }, language: LanguageCode): string {
  const inOrder = [language, ...LANGUAGE_CODES].map(code => texts[code])
  return inOrder.find(text => text !== undefined && text.trim() !== '') ?? ''
}

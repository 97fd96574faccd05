import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'

/** In the language asked for, else in the first language that has any. */
export function textIn(texts: { [Code in LanguageCode]?: string }, language: LanguageCode): string {
  const inOrder = [language, ...LANGUAGE_CODES].map(code => texts[code])
  return inOrder.find(text => text !== undefined && text.trim() !== '') ?? ''
}

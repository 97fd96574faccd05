import type { TermsVersion } from '#contract/administration/settings.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'

export type TermsField = `${'title' | 'text'}.${LanguageCode}`
/** The form's values: a title and a text for each language. */
export type TermsValues = Record<TermsField, string>

export const TERMS_FIELDS = LANGUAGE_CODES.flatMap((code): TermsField[] => [`title.${code}`, `text.${code}`])

type Texts = TermsVersion['texts']
const NOTHING: Texts = {
  en: { title: '', paragraphs: [] },
  fi: { title: '', paragraphs: [] },
  sv: { title: '', paragraphs: [] },
}

/** Splits a text at its empty lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map(paragraph => paragraph.trim())
    .filter(paragraph => paragraph !== '')

export function valuesOf(texts: Texts = NOTHING): TermsValues {
  const entries = LANGUAGE_CODES.flatMap((code): [TermsField, string][] => [
    [`title.${code}`, texts[code].title],
    [`text.${code}`, texts[code].paragraphs.join('\n\n')],
  ])
  // The entries contain every field of every language.
  return Object.fromEntries(entries) as TermsValues
}

export function textsOf(values: TermsValues): Texts {
  const of = (code: LanguageCode) => ({
    title: values[`title.${code}`].trim(),
    paragraphs: paragraphsOf(values[`text.${code}`]),
  })
  return { en: of('en'), fi: of('fi'), sv: of('sv') }
}

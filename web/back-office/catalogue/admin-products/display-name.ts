import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'

type NamesByLanguage = Readonly<Record<LanguageCode, string>>

/** The reader's language if it has a name, else the first language that has one, in the server's order for shoppers. */
export const displayLanguage = (names: NamesByLanguage, language: string): LanguageCode | undefined =>
  LANGUAGE_CODES.toSorted((a, b) => Number(b === language) - Number(a === language)).find(
    code => names[code].trim() !== '',
  )

/** A name in the reader's language, else in the first language that has one, as the server shows it to shoppers. */
export function displayName(names: NamesByLanguage, language: string): string {
  const code = displayLanguage(names, language)
  return code ? names[code] : ''
}

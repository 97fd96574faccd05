import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'

/** A name in the reader's language, else in the first language that has one, as the server shows it to shoppers. */
export const shownName = (names: Readonly<Record<LanguageCode, string>>, language: string): string =>
  LANGUAGE_CODES.toSorted((a, b) => Number(b === language) - Number(a === language))
    .map(code => names[code])
    .find(name => name.trim() !== '') ?? ''

import { LANGUAGE_CODES } from '#contract/values.ts'

const NAMES = { en: 'English', fi: 'Suomi', sv: 'Svenska' } as const

/** A language's own name, as in the language picker. */
export function languageName(code: string): string {
  const known = LANGUAGE_CODES.find(each => each === code)
  return known ? NAMES[known] : code
}

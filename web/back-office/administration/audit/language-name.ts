import { LANGUAGE_CODES } from '#contract/values.ts'

const NAMES = { en: 'English', fi: 'Suomi', sv: 'Svenska' } as const

/** A language under its own name, as the picker of languages has it. */
export function languageName(code: string): string {
  const known = LANGUAGE_CODES.find(each => each === code)
  return known ? NAMES[known] : code
}

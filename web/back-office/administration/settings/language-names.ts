import type { Translate } from '#web/kit/i18n/translate.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'

// Under their own names, as the picker of languages has them.
export const LANGUAGE_NAMES: Record<LanguageCode, string> = { en: 'English', fi: 'Suomi', sv: 'Svenska' }

/** `title.fi`: what a field of a text in several languages is called. */
export function termsLabel(field: string, t: Translate): string {
  const [part, code] = field.split('.')
  const language = LANGUAGE_CODES.find(each => each === code)
  const label = t(part === 'title' ? 'settings.termsTitle' : 'settings.termsText')
  return language ? `${label} · ${LANGUAGE_NAMES[language]}` : label
}

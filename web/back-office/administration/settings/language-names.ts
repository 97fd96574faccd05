import type { Translate } from '#web/kit/i18n/translate.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'

// Each language's own name, as in the language picker.
export const LANGUAGE_NAMES: Record<LanguageCode, string> = { en: 'English', fi: 'Suomi', sv: 'Svenska' }

/** The label of a translated field such as `title.fi`. */
export function termsLabel(field: string, t: Translate): string {
  const [part, code] = field.split('.')
  const language = LANGUAGE_CODES.find(each => each === code)
  const label = t(part === 'title' ? 'settings.termsTitle' : 'settings.termsText')
  return language ? `${label} · ${LANGUAGE_NAMES[language]}` : label
}

import type { AdapterText } from '#domain/adapter-settings.ts'
import { i18n } from './speech.ts'

/** A text that an adapter declares, in the language in use. */
export function adapterText(text: AdapterText): string {
  const language = i18n.resolvedLanguage
  return language === 'fi' || language === 'sv' ? text[language] : text.en
}

import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useLanguages } from '#web/kit/languages/queries.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { chooseLanguage } from '#web/kit/i18n/i18n.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { noteUnsentLanguage } from './unsent-language.ts'

/**
 * The current language, those to choose from, and the function for choosing: it applies here at once, and is saved to the
 * signed-in user's account as soon as the server can be reached.
 */
export function useLanguageChoice() {
  const { t, i18n } = useTranslation()
  const { notify } = useNotices()
  const { user } = useSession()
  const languages = useLanguages()
  const choose = async (code: string) => {
    const chosen = languages.find(language => language.code === code)
    if (!chosen) return
    try {
      await chooseLanguage(chosen.code)
    } catch {
      notify({ id: 'language-not-loaded', severity: 'error', text: t('shell.languageNotLoaded') })
      return
    }
    if (user && chosen.id !== undefined) noteUnsentLanguage(user.id, chosen.id)
  }
  return { language: i18n.resolvedLanguage ?? 'en', languages, choose }
}

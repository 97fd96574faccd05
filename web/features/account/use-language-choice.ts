import { users } from '#contract/users.ts'
import { useTranslation } from 'react-i18next'
import { callApi } from '#web/api/call-api.ts'
import { useFailureNotice } from '#web/features/acts/use-failure-notice.ts'
import { useLanguages } from '#web/features/languages/queries.ts'
import { useSession } from '#web/features/session/session-provider.tsx'
import { chooseLanguage } from '#web/i18n.ts'

/** The language in use, those to choose from, and the choosing: at once here, and on the server for whoever is signed in. */
export function useLanguageChoice() {
  const { i18n } = useTranslation()
  const tellFailure = useFailureNotice()
  const { user, keepUser } = useSession()
  const languages = useLanguages()
  const choose = async (code: string) => {
    const chosen = languages.find(language => language.code === code)
    if (!chosen) return
    await chooseLanguage(chosen.code)
    if (!user || chosen.id === undefined) return
    try {
      await keepUser(await callApi(users.update, { body: { language_id: chosen.id } }))
    } catch (error) {
      tellFailure(error)
    }
  }
  return { language: i18n.resolvedLanguage ?? 'en', languages, choose }
}

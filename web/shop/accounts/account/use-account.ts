import { hasQuantity } from '#domain/orders/basket.ts'
import { chooseLanguage } from '#web/kit/i18n/i18n.ts'
import { useLanguages } from '#web/kit/i18n/language-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { readAllergens } from '#web/shop/catalogue/allergens/my-allergens.ts'
import { basketStore } from '#web/shop/orders/basket/basket-store.ts'
import { noteUnsentLanguage } from './unsent-language.ts'

/** What the shell needs of the signed-in user, and the actions for them. */
export type Account = {
  /** Empty until the server has responded: the browser stores no addresses. */
  email: string
  /** Admins and people with a right in a store have a back office. */
  hasOffice: boolean
  /** The current language and those to choose from, each under its own name. */
  language: string
  languages: readonly { code: string; name: string }[]
  onLanguage: (code: string) => void
  /** Rejects if the session could not be ended; the shell then shows it. */
  onLogout: () => Promise<void>
  /** Whether the logout would empty a started basket, and erase chosen allergens. */
  isShopping: () => boolean
  hasAllergens: () => boolean
}

/** What the shell shows of the signed-in user; null for a visitor. */
export function useAccount(): Account | null {
  const { user, logout } = useSession()
  const { language, languages, choose } = useLanguageChoice()
  if (!user) return null
  return {
    email: user.email,
    hasOffice: user.is_admin || Boolean(user.rights[0]),
    language,
    languages,
    onLanguage: code => void choose(code),
    onLogout: logout,
    isShopping: () => hasQuantity(basketStore.basket()),
    hasAllergens: () => readAllergens() !== null,
  }
}

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

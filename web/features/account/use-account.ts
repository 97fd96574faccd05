import { hasQuantity } from '#domain/basket.ts'
import { basketStore } from '#web/features/basket/basket-store.ts'
import type { Account } from '#web/features/shell/account.ts'
import { useSession } from '#web/features/session/session-provider.tsx'
import { useLanguageChoice } from './use-language-choice.ts'

/** What the shell shows of whoever is signed in; null for a visitor. */
export function useAccount(): Account | null {
  const { user, logout } = useSession()
  const { language, languages, choose } = useLanguageChoice()
  if (!user) return null
  return {
    email: user.email,
    isAdmin: user.is_admin,
    language,
    languages,
    onLanguage: code => void choose(code),
    onLogout: logout,
    isShopping: () => hasQuantity(basketStore.basket()),
  }
}

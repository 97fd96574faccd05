import { hasQuantity } from '#domain/orders/basket.ts'
import { basketStore } from '#web/shop/orders/basket/basket-store.ts'
import type { Account } from './account.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useLanguageChoice } from './use-language-choice.ts'

/** What the shell shows of the signed-in user; null for a visitor. */
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

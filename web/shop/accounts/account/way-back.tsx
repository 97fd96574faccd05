import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useHasDraft } from '#web/shop/orders/checkout/queries.ts'

/** Leads out of a page that is open to all: a visitor has no home button in the top bar, and at checkout it is disabled. */
export function WayBack() {
  const { t } = useTranslation()
  const { user } = useSession()
  const isAtCheckout = useHasDraft()
  if (user && !isAtCheckout) return null
  return (
    <SecondaryButton component={Link} to={user ? PATHS.basket : PATHS.root} fullWidth>
      {t(user ? 'home.backToCheckout' : 'login.back')}
    </SecondaryButton>
  )
}

import { useTranslation } from '#web/texts/use-translation.tsx'
import { Link } from 'react-router'
import { useHasDraft } from '#web/features/orders/queries.ts'
import { useSession } from '#web/features/session/session-provider.tsx'
import { PATHS } from '#web/paths.ts'
import { SecondaryButton } from '#web/ui/secondary-button.tsx'

/** Out of a page that is open to all: a visitor has no home button in the top bar, and at checkout it is off. */
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

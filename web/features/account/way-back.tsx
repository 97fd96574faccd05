import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSession } from '#web/features/session/session-provider.tsx'
import { PATHS } from '#web/paths.ts'
import { SecondaryButton } from '#web/ui/secondary-button.tsx'

/** Out of a page that is open to all: a visitor has no home button in the top bar. */
export function WayBack() {
  const { t } = useTranslation()
  const { user } = useSession()
  if (user) return null
  return (
    <SecondaryButton component={Link} to={PATHS.root} fullWidth>
      {t('login.back')}
    </SecondaryButton>
  )
}

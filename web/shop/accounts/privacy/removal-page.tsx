import MuiLink from '@mui/material/Link'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { WayBack } from '#web/shop/accounts/account/way-back.tsx'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Page } from '#web/kit/ui/page.tsx'
import { DownloadSection } from './download-section.tsx'
import { RemovalSection } from './removal-section.tsx'

/** The user's data and account: download the data, remove the account, or contact the operator. Visitors see how. */
export function RemovalPage() {
  const { t } = useTranslation()
  const { user } = useSession()
  return (
    <Page title={t('removal.title')} lead={t(user ? 'removal.text' : 'removal.visitorText')} width="narrow">
      {user && (
        <>
          <DownloadSection />
          <RemovalSection key={user.id} />
        </>
      )}
      <ContactPanel />
      <MuiLink component={Link} to={PATHS.privacy} sx={{ py: 1.25, justifySelf: 'start' }}>
        {t('removal.privacyLink')}
      </MuiLink>
      <WayBack />
    </Page>
  )
}

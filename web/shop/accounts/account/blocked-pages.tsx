import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { WayBack } from './way-back.tsx'

export function PhoneBlockedPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('phoneBlocked.title')} lead={t('phoneBlocked.text')} width="narrow">
      <ContactPanel />
      <WayBack />
    </Page>
  )
}

export function UserDisabledPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('userDisabled.title')} lead={t('userDisabled.text')} width="narrow">
      <ContactPanel />
      <WayBack />
    </Page>
  )
}

import { useTranslation } from '#web/texts/use-translation.tsx'
import { ContactPanel } from '#web/features/operator/contact-panel.tsx'
import { Page } from '#web/ui/page.tsx'
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

import { useTranslation } from '#web/texts/use-translation.tsx'
import { ContactPanel } from '#web/features/operator/contact-panel.tsx'
import { Page } from '#web/ui/page.tsx'
import { WayBack } from './way-back.tsx'

export function UserDisabledPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('userDisabled.title')} lead={t('userDisabled.text')} width="narrow">
      <ContactPanel />
      <WayBack />
    </Page>
  )
}

import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ContactPanel } from '#web/features/operator/contact-panel.tsx'
import { Page } from '#web/ui/page.tsx'
import { WayBack } from './way-back.tsx'

export function RemovalPage() {
  const { t } = useTranslation()
  return (
    <Page title={t('removal.title')} lead={t('removal.text')} width="narrow">
      <ContactPanel />
      <Typography color="textSecondary">{t('removal.whatIsErased')}</Typography>
      <WayBack />
    </Page>
  )
}

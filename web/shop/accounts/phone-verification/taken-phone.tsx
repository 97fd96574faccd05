import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'

/** The phone is in the shopper's hand and has an account already: that one is the way on. */
export function TakenPhone() {
  const { t } = useTranslation()
  const { leave } = useSession()
  const [isBusy, setBusy] = useState(false)
  const logInWithOld = () => {
    setBusy(true)
    void leave()
  }
  return (
    <>
      <Panel tone="attention">
        <Typography role="alert">{t('user.phoneUniqueWarning')}</Typography>
      </Panel>
      <PrimaryButton onClick={logInWithOld} loading={isBusy} loadingLabel={t('verification.oldAccount')}>
        {t('verification.oldAccount')}
      </PrimaryButton>
      <ContactPanel />
    </>
  )
}

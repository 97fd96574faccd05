import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { errorText } from '#web/kit/api/show-error.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'

/** The first passkey follows a sign-in at once: who finds a browser left open adds none. The way back is the line on the home page. */
export function SignInFirst() {
  const { t } = useTranslation()
  const { logout } = useSession()
  const { notify } = useNotices()
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await logout()
    } catch (error) {
      setBusy(false)
      notify({ id: 'logout-failed', severity: 'error', text: errorText(error, t) ?? t('shell.logoutFailed') })
    }
  }
  return (
    <>
      <Typography sx={{ mb: 2 }}>{t('errors.passkey.signInAgain')}</Typography>
      <SecondaryButton fullWidth loading={isBusy} onClick={() => void leave()}>
        {t('passkeys.signInAgain')}
      </SecondaryButton>
    </>
  )
}

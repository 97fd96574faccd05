import { formatPhone } from '#domain/phone-format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeForm } from '#web/features/sign-in/code-form.tsx'
import { useUser } from '#web/features/session/session-provider.tsx'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SecondaryButton } from '#web/ui/secondary-button.tsx'
import { PhoneForm } from './phone-form.tsx'
import { useVerifyPhone } from './use-verify-phone.ts'

/** Stands before the shop until the shopper's phone number is verified: number, then code. */
export function VerificationPage() {
  const { t } = useTranslation()
  const user = useUser()
  const verify = useVerifyPhone()
  const [step, setStep] = useState<'phone' | 'code'>(user.verification_pending ? 'code' : 'phone')
  return (
    <Page title={t('verification.title')} lead={t('verification.why')} width="narrow">
      {user.phone_unique_warning && (
        <Panel tone="attention">
          <Typography role="alert">{t('user.phoneUniqueWarning')}</Typography>
        </Panel>
      )}
      {step === 'phone' ? (
        <>
          <PhoneForm onSent={() => setStep('code')} autoFocus={user.verification_pending} />
          {user.verification_pending && (
            <SecondaryButton fullWidth onClick={() => setStep('code')}>
              {t('verification.haveCode')}
            </SecondaryButton>
          )}
        </>
      ) : (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <Typography role="status">{t('verification.sentTo', { phone: formatPhone(user.phone ?? '') })}</Typography>
            <Box sx={{ ml: -1.5 }}>
              <SecondaryButton look="quiet" small onClick={() => setStep('phone')}>
                {t('verification.wrongNumber')}
              </SecondaryButton>
            </Box>
          </Box>
          <CodeForm
            label={t('verification.code')}
            hint={t('login.codeHint')}
            submitText={t('verification.verify')}
            invalidText={t('verification.codeNumeric')}
            onCode={verify}
            autoFocus
          />
          <SecondaryButton fullWidth onClick={() => setStep('phone')}>
            {t('verification.sendAgain')}
          </SecondaryButton>
        </>
      )}
    </Page>
  )
}

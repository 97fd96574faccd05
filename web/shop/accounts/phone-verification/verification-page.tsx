import { formatPhone } from '#domain/accounts/phone-format.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CodeForm } from '#web/shop/accounts/sign-in/code-form.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { Settling } from '#web/kit/ui/settling.tsx'
import { PhoneForm } from './phone-form.tsx'
import { TakenPhone } from './taken-phone.tsx'
import { useVerifyPhone } from './use-verify-phone.ts'

/** Stands before the shop until the shopper's phone number is verified: number, then code. */
export function VerificationPage() {
  const { t } = useTranslation()
  const { phone_unique_warning: isTaken, verification_pending: isPending } = useUser()
  const [step, setStep] = useState<'phone' | 'code'>(isPending ? 'code' : 'phone')
  const shown = isTaken ? 'taken' : step
  return (
    <Page title={t('verification.title')} {...(!isTaken && { lead: t('verification.why') })} width="narrow">
      <Settling step={shown}>
        {shown === 'taken' && <TakenPhone />}
        {shown === 'phone' && (
          <>
            <PhoneForm onSent={() => setStep('code')} autoFocus={isPending} />
            {isPending && (
              <SecondaryButton fullWidth onClick={() => setStep('code')}>
                {t('verification.haveCode')}
              </SecondaryButton>
            )}
          </>
        )}
        {shown === 'code' && <CodeStep onBack={() => setStep('phone')} />}
      </Settling>
    </Page>
  )
}

function CodeStep({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const { phone } = useUser()
  const verify = useVerifyPhone()
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
        <Typography role="status">{t('verification.sentTo', { phone: formatPhone(phone ?? '') })}</Typography>
        <Box sx={{ ml: -1.5 }}>
          <SecondaryButton look="quiet" small onClick={onBack}>
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
      <SecondaryButton fullWidth onClick={onBack}>
        {t('verification.sendAgain')}
      </SecondaryButton>
      <Typography color="textSecondary">{t('verification.noSms')}</Typography>
    </>
  )
}

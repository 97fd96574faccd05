import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phoneVerification } from '#contract/accounts/phone-verification.ts'
import { user } from '#contract/accounts/users.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession, useUser } from '#web/kit/session/session-provider.tsx'
import { StrayTapGuard } from '#web/kit/shell/stray-tap-guard.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { CodeForm } from '#web/shop/accounts/sign-in/code-form.tsx'
import { countdownText, PhoneForm, useCooldown } from './phone-form.tsx'
import css from './phone-verification.module.css'

/**
 * Checks the code of the SMS. Resolves to what is wrong with it, as a text. A number that already has an account isn't a fault
 * of the code.
 */
function useVerifyPhone() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { storeUser } = useSession()
  const before = useUser()
  return async (code: string): Promise<string | undefined> => {
    try {
      // The code is sent as text: it may begin with zeros.
      const verified = await callApi(phoneVerification.verify, { body: { verification_code: code } })
      // Without the new CSRF token, which is stored elsewhere.
      await storeUser(user.parse(verified))
      notify({ severity: 'success', text: t('verification.done') })
      return undefined
    } catch (error) {
      if (hasCode(error, 'verification.phoneTaken')) {
        await storeUser({ ...before, phone_unique_warning: true, verification_pending: false })
        return undefined
      }
      return [t('verification.failed'), errorText(error, t)].filter(Boolean).join('. ')
    }
  }
}

/** The shopper has the phone, but its number already has an account: the way on is to use that one. */
function PhoneInUse() {
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
        <Text role="alert">{t('user.phoneUniqueWarning')}</Text>
      </Panel>
      <PrimaryButton onClick={logInWithOld} loading={isBusy} loadingLabel={t('verification.oldAccount')}>
        {t('verification.oldAccount')}
      </PrimaryButton>
      <ContactPanel />
    </>
  )
}

/** Blocks the shop until the shopper's phone number is verified: first the number, then the code. */
export function VerificationPage() {
  const { t } = useTranslation()
  const { phone_unique_warning: isTaken, verification_pending: isPending } = useUser()
  const [step, setStep] = useState<'phone' | 'code'>(isPending ? 'code' : 'phone')
  const shown = isTaken ? 'taken' : step
  return (
    <Page title={t('verification.title')} {...(!isTaken && { lead: t('verification.why') })} width="narrow">
      <StrayTapGuard step={shown}>
        {shown === 'taken' && <PhoneInUse />}
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
      </StrayTapGuard>
    </Page>
  )
}

function CodeStep({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const { phone, sms_cooldown_until: cooldownUntil } = useUser()
  const verify = useVerifyPhone()
  const cooldown = useCooldown(cooldownUntil)
  return (
    <>
      <div className={css.codeActions}>
        <Text role="status">{t('verification.sentTo', { phone: formatPhone(phone ?? '') })}</Text>
        <div className={css.changePhone}>
          <SecondaryButton shape="quiet" small onClick={onBack}>
            {t('verification.wrongNumber')}
          </SecondaryButton>
        </div>
      </div>
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
        {cooldown && (
          <span aria-hidden className={css.secondsLeft}>
            {t('verification.cooldownLeft', { time: countdownText(cooldown.until, cooldown.now) })}
          </span>
        )}
      </SecondaryButton>
      <SmsState />
    </>
  )
}

const ASK_EVERY_MS = 5_000

/** What to do without an SMS, and more if its gateway has reported that it did not arrive. */
function SmsState() {
  const { t } = useTranslation()
  const { data } = useQuery({
    ...queryFor(phoneVerification.smsState),
    refetchInterval: ({ state }) => (state.data?.has_failed ? false : ASK_EVERY_MS),
    // Not cached: the state belongs to one number and code.
    gcTime: 0,
    meta: { isBackground: true },
  })
  if (!data?.has_failed) return <Text soft>{t('verification.noSms')}</Text>
  return (
    <>
      <Panel tone="attention">
        <Text role="alert">{t('verification.smsFailed')}</Text>
      </Panel>
      <ContactPanel />
    </>
  )
}

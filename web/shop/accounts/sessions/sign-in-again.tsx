import { useState } from 'react'
import { signIn } from '#contract/accounts/sign-in.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useSession, useUser } from '#web/kit/session/session-provider.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useFocusAfter } from '#web/kit/ui/hooks/focus.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { CodeForm } from '#web/shop/accounts/sign-in/code-form.tsx'
import css from './sessions.module.css'

type SignInAgainProps = {
  /** Why it is needed, and what happens next. */
  text: (email: string) => string
  onConfirmed: () => void | Promise<void>
}

function useSignInAgain(onConfirmed: SignInAgainProps['onConfirmed']) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const { enter } = useSession()
  const { email } = useUser()
  const [isSending, setSending] = useState(false)
  const [sentTimes, setSentTimes] = useState(0)
  const mailCode = async () => {
    setSending(true)
    try {
      await callApi(signIn.requestLink, { body: { email } })
      setSentTimes(times => times + 1)
      notify({ id: 'sessions', severity: 'success', text: t('sessions.sent') })
    } catch (error) {
      notifyFailure(error, 'sessions')
    } finally {
      setSending(false)
    }
  }
  /** Resolves to what is wrong with the code, if anything. */
  const confirm = async (code: string): Promise<string | undefined> => {
    try {
      const { user } = await callApi(signIn.useCode, { body: { email, code } })
      await enter(user)
    } catch (error) {
      return errorText(error, t)
    }
    await onConfirmed()
    return undefined
  }
  return { email, isSending, sentTimes, mailCode, confirm }
}

/**
 * Signs in again on the same page with a mailed code: the basket, the page and its forms stay. The person at the screen proves access
 * to the mailbox.
 */
export function SignInAgain({ text, onConfirmed }: SignInAgainProps) {
  const { t } = useTranslation()
  const { email, isSending, sentTimes, mailCode, confirm } = useSignInAgain(onConfirmed)
  // A phone may unload the page while the user reads the mail.
  const [hasCode, setHasCode] = useState(false)
  const sender = useFocusAfter(isSending)
  const sending = { ref: sender, fullWidth: true, loading: isSending, onClick: () => void mailCode() } as const
  const isAsked = hasCode || sentTimes > 0
  return (
    <>
      <Text className={css.text}>{isAsked ? t('sessions.codeSent', { email }) : text(email)}</Text>
      {isAsked ? (
        <div className={css.codeForm}>
          <CodeForm
            // A new code is typed into an empty field.
            key={sentTimes}
            label={t('login.code')}
            hint={t('login.codeHint')}
            submitText={t('sessions.confirm')}
            invalidText={t('verification.codeNumeric')}
            onCode={confirm}
            autoFocus
          />
          <SecondaryButton {...sending} shape="quiet">
            {t('login.submitAgain')}
          </SecondaryButton>
        </div>
      ) : (
        <div className={css.buttons}>
          <SecondaryButton {...sending}>{t('sessions.mailCode')}</SecondaryButton>
          <SecondaryButton fullWidth shape="quiet" onClick={() => setHasCode(true)}>
            {t('verification.haveCode')}
          </SecondaryButton>
        </div>
      )}
    </>
  )
}

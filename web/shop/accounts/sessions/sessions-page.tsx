import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { sessions } from '#contract/accounts/sessions.ts'
import { signIn } from '#contract/accounts/sign-in.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { reloaded } from '#web/kit/api/query-client.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useSession, useUser } from '#web/kit/session/session-provider.tsx'
import { SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useFocusAfter } from '#web/kit/ui/hooks/focus.ts'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { WayBack } from '#web/shop/accounts/account/way-back.tsx'
import { LoadFault } from '#web/shop/accounts/privacy/load-fault.tsx'
import { CodeForm } from '#web/shop/accounts/sign-in/code-form.tsx'
import { SessionRows } from './session-rows.tsx'
import css from './sessions.module.css'

/** The user's sessions, and the actions for ending them. */
export function SessionsPage() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({ ...queryOf(sessions.list), staleTime: 0, meta: { showsOwnError: true } })
  if (!data && !error) return <FullScreenLoading label={t('common.loading')} />
  const isAlone = data?.sessions.length === 1
  return (
    <Page title={t('sessions.title')} lead={t('sessions.lead')}>
      {!data && <LoadFault error={error} onRetry={() => void refetch()} />}
      {data?.sign_in_first && !isAlone && <SignInAnew />}
      {data && <SessionRows list={data} />}
      {isAlone && <Text soft>{t('sessions.alone')}</Text>}
      <WayBack />
    </Page>
  )
}

/** Signs in again on the same page with a mailed code: the basket and the page stay. */
function useSignInAnew() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const showFailure = useFailureNotice()
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
      showFailure(error, 'sessions')
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
    notify({ id: 'sessions', severity: 'success', text: t('sessions.confirmed') })
    await reloaded()
    return undefined
  }
  return { email, isSending, sentTimes, mailCode, confirm }
}

/** Required before other sessions are ended: the person at the screen proves access to the mailbox. */
function SignInAnew() {
  const { t } = useTranslation()
  const id = useId()
  const { email, isSending, sentTimes, mailCode, confirm } = useSignInAnew()
  // A phone may unload the page while the user reads the mail.
  const [hasCode, setHasCode] = useState(false)
  const sender = useFocusAfter(isSending)
  // The user isn't loaded yet.
  if (email === '') return null
  const sending = { ref: sender, fullWidth: true, loading: isSending, onClick: () => void mailCode() } as const
  const isAsked = hasCode || sentTimes > 0
  return (
    <Panel component="section" tone="fresh" aria-labelledby={id}>
      <Text look="h2" id={id} className={css.signInAnewAnewTitle}>
        {t('sessions.anewTitle')}
      </Text>
      <Text className={css.signInAnewText}>{t(isAsked ? 'sessions.codeSent' : 'sessions.anewText', { email })}</Text>
      {isAsked ? (
        <div className={css.signInAnewCodeForm}>
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
          <SecondaryButton {...sending} look="quiet">
            {t('login.submitAgain')}
          </SecondaryButton>
        </div>
      ) : (
        <div className={css.signInAnewSecondaryButton}>
          <SecondaryButton {...sending}>{t('sessions.mailCode')}</SecondaryButton>
          <SecondaryButton fullWidth look="quiet" onClick={() => setHasCode(true)}>
            {t('verification.haveCode')}
          </SecondaryButton>
        </div>
      )}
    </Panel>
  )
}

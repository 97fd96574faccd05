import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessions } from '#contract/sessions.ts'
import { signIn } from '#contract/sign-in.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { errorText } from '#web/api/show-error.ts'
import { useSession, useUser } from '#web/features/session/session-provider.tsx'
import { CodeForm } from '#web/features/sign-in/code-form.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SecondaryButton } from '#web/ui/secondary-button.tsx'

/** Signs in once more where one is, with a mailed code: the basket and the page stay. */
function useSignInAnew() {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const cache = useQueryClient()
  const { enter } = useSession()
  const { email } = useUser()
  const [isSending, setSending] = useState(false)
  const [isSent, setSent] = useState(false)
  const mailCode = async () => {
    setSending(true)
    try {
      await callApi(signIn.requestLink, { body: { email } })
      dismiss('sessions')
      setSent(true)
    } catch (error) {
      const text = errorText(error, t)
      if (text !== undefined) notify({ id: 'sessions', severity: 'error', text })
    } finally {
      setSending(false)
    }
  }
  /** Resolves to what was wrong with the code, if anything was. */
  const confirm = async (code: string): Promise<string | undefined> => {
    try {
      const { user } = await callApi(signIn.useCode, { body: { email, code } })
      await enter(user)
    } catch (error) {
      return errorText(error, t)
    }
    notify({ id: 'sessions', severity: 'success', text: t('sessions.confirmed') })
    await cache.invalidateQueries({ queryKey: queryKeyOf(sessions.list) })
    return undefined
  }
  return { email, isSending, isSent, mailCode, confirm }
}

/** Before other sessions are ended: who is at the screen shows that the mailbox is theirs. */
export function SignInAnew() {
  const { t } = useTranslation()
  const id = useId()
  const { email, isSending, isSent, mailCode, confirm } = useSignInAnew()
  // The server has not said yet who this is.
  if (email === '') return null
  return (
    <Panel component="section" tone="fresh" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('sessions.anewTitle')}
      </Typography>
      {!isSent && (
        <>
          <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>{t('sessions.anewText', { email })}</Typography>
          <SecondaryButton fullWidth loading={isSending} onClick={() => void mailCode()}>
            {t('sessions.mailCode')}
          </SecondaryButton>
        </>
      )}
      {isSent && (
        <>
          <Typography role="status" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
            {t('sessions.codeSent', { email })}
          </Typography>
          <CodeForm
            label={t('login.code')}
            hint={t('login.codeHint')}
            submitText={t('sessions.confirm')}
            invalidText={t('verification.codeNumeric')}
            onCode={confirm}
            autoFocus
          />
        </>
      )}
    </Panel>
  )
}

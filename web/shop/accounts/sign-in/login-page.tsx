import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { signIn } from '#contract/accounts/sign-in.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Settling } from '#web/kit/ui/settling.tsx'
import { EmailForm } from './email-form.tsx'
import { InboxPanel } from './inbox-panel.tsx'
import { LanguageFooter } from './language-footer.tsx'
import { WelcomePicture } from './welcome-picture.tsx'
import { keepPendingLogin, pendingLogin } from './pending-login.ts'

/** What a visitor sees at any address: one field, and then what to do with the mail. */
export function LoginPage() {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const [sentTo, setSentTo] = useState(() => pendingLogin(Date.now()))
  const send = async (email: string) => {
    try {
      await callApi(signIn.requestLink, { body: { email } })
    } catch (error) {
      const detail = errorText(error, t)
      notify({ id: 'login-link', severity: 'error', text: t('login.sendFailed'), ...(detail && { detail }) })
      return
    }
    dismiss('login-link')
    keepPendingLogin(email, Date.now())
    setSentTo(email)
    notify({ severity: 'success', text: t('login.sent'), detail: email })
  }
  return (
    <Page title={t('login.title')} {...(sentTo === undefined && { lead: t('login.welcome') })} width="narrow">
      <Settling step={sentTo ?? ''}>
        {sentTo === undefined ? <WelcomePicture /> : <InboxPanel key={sentTo} email={sentTo} />}
        <Box sx={{ display: 'grid', gap: 2, mt: 1 }}>
          {sentTo !== undefined && <Typography color="textSecondary">{t('login.inboxSpam')}</Typography>}
          <EmailForm initialEmail={sentTo ?? ''} isSent={sentTo !== undefined} onSend={send} />
        </Box>
      </Settling>
      <LanguageFooter />
    </Page>
  )
}

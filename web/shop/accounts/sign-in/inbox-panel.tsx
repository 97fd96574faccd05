import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { CodeForm } from './code-form.tsx'
import { useSignIn } from './use-sign-in.ts'

/** A link and a code were mailed; the code can be typed here, since a link may open in another browser. */
export function InboxPanel({ email }: { email: string }) {
  const { t } = useTranslation()
  const { byCode } = useSignIn()
  const id = useId()
  return (
    <Panel component="section" tone="fresh" aria-labelledby={id}>
      <Typography variant="h2" id={id}>
        {t('login.inboxTitle')}
      </Typography>
      <Typography sx={{ mt: 0.5, mb: 2.5 }}>{t('login.inboxText', { email })}</Typography>
      <CodeForm
        label={t('login.code')}
        hint={t('login.codeHint')}
        submitText={t('login.submitCode')}
        invalidText={t('verification.codeNumeric')}
        onCode={code => byCode(email, code)}
        autoFocus
      />
    </Panel>
  )
}

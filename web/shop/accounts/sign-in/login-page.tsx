import { useId, useState, type SubmitEvent, useRef } from 'react'
import { signIn } from '#contract/accounts/sign-in.ts'
import { email as emailSchema, MAX_EMAIL_LENGTH } from '#contract/values.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { StrayTapGuard } from '#web/kit/shell/stray-tap-guard.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { LanguageSelect } from '#web/kit/ui/inputs/language-select.tsx'
import { inputFault, TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { useLanguageChoice } from '#web/shop/accounts/account/use-account.ts'
import { CodeForm } from './code-form.tsx'
import css from './sign-in.module.css'
import { storePendingLogin, pendingLogin, useSignIn } from './use-sign-in.ts'
import { WelcomePicture } from './welcome-picture.tsx'

/** The language choice for visitors who can't read the screen yet, and the privacy notice before an address is typed. */
function LanguageFooter() {
  const { t } = useTranslation()
  const { language, languages, choose } = useLanguageChoice()
  return (
    <div className={css.footer}>
      <div className={css.language}>
        <LanguageSelect
          languages={languages}
          value={language}
          onChange={code => void choose(code)}
          label={t('common.language')}
        />
      </div>
      <Link to={PATHS.privacy} className={css.privacyLink}>
        {t('privacy.link')}
      </Link>
    </div>
  )
}

/** A link and a code were mailed; the code can be typed here, since a link may open in another browser. */
function InboxPanel({ email }: { email: string }) {
  const { t } = useTranslation()
  const { byCode } = useSignIn()
  const id = useId()
  return (
    <Panel component="section" tone="fresh" aria-labelledby={id}>
      <Text variant="h2" id={id}>
        {t('login.inboxTitle')}
      </Text>
      <Text className={css.inboxText}>{t('login.inboxText', { email })}</Text>
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
    storePendingLogin(email, Date.now())
    setSentTo(email)
    notify({ severity: 'success', text: t('login.sent'), detail: email })
  }
  return (
    <Page title={t('login.title')} {...(sentTo === undefined && { lead: t('login.welcome') })} width="narrow">
      <StrayTapGuard step={sentTo ?? ''}>
        {sentTo === undefined ? <WelcomePicture /> : <InboxPanel key={sentTo} email={sentTo} />}
        <div className={css.form}>
          {sentTo !== undefined && <Text soft>{t('login.inboxSpam')}</Text>}
          <EmailForm initialEmail={sentTo ?? ''} isSent={sentTo !== undefined} onSend={send} />
        </div>
      </StrayTapGuard>
      <LanguageFooter />
    </Page>
  )
}

type EmailFormProps = {
  initialEmail: string
  /** A link was sent before: the button's text changes, and it is no longer the primary action. */
  isSent: boolean
  onSend: (email: string) => Promise<void>
}

export function EmailForm({ initialEmail, isSent, onSend }: EmailFormProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [email, setEmail] = useState(initialEmail)
  const [showFault, setShowFault] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const rules = {
    required: true,
    requiredText: t('form.requiredField'),
    maxLength: MAX_EMAIL_LENGTH,
    maxLengthText: t('form.maxLength', { count: MAX_EMAIL_LENGTH }),
    check: (value: string) => (emailSchema.safeParse(value).success ? undefined : t('form.invalidEmail')),
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setShowFault(true)
    if (isBusy) return
    if (inputFault(email, rules) !== undefined) return field.current?.focus()
    setBusy(true)
    await onSend(email.trim())
    setBusy(false)
  }
  const text = t(isSent ? 'login.submitAgain' : 'login.submit')
  return (
    <form onSubmit={event => void submit(event)} noValidate style={{ display: 'grid', gap: 16 }}>
      <TextInput
        {...rules}
        label={t('login.email')}
        value={email}
        onChange={setEmail}
        showFault={showFault}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        inputRef={field}
      />
      {isSent ? (
        <SecondaryButton type="submit" fullWidth loading={isBusy}>
          {text}
        </SecondaryButton>
      ) : (
        <PrimaryButton type="submit" loading={isBusy} loadingLabel={text}>
          {text}
        </PrimaryButton>
      )}
    </form>
  )
}

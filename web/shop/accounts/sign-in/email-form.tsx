import { type SubmitEvent, useRef, useState } from 'react'
import { email as emailSchema, LONGEST_EMAIL } from '#contract/values.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { inputFault, TextInput } from '#web/kit/ui/inputs/text-input.tsx'

type EmailFormProps = {
  initialEmail: string
  // A link was sent before: the button's text changes, and it is no longer the primary action.
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
    maxLength: LONGEST_EMAIL,
    maxLengthText: t('form.maxLength', { count: LONGEST_EMAIL }),
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

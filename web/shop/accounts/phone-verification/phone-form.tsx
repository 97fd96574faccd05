import { formatPhone } from '#domain/accounts/phone-format.ts'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { inputFault } from '#web/kit/ui/input-fault.ts'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import { CooldownWarning } from './cooldown-warning.tsx'
import { useCooldown } from './use-cooldown.ts'
import { useSendCode } from './use-send-code.ts'

const MAX_LENGTH = 40

/** The first step: where to send the code. */
export function PhoneForm({ onSent, autoFocus }: { onSent: () => void; autoFocus: boolean }) {
  const { t } = useTranslation()
  const user = useUser()
  const send = useSendCode()
  const field = useRef<HTMLInputElement>(null)
  const [phone, setPhone] = useState(() => formatPhone(user.phone ?? ''))
  const [showFault, setShowFault] = useState(false)
  const [fault, setFault] = useState<string>()
  const [cooldownUntil, setCooldownUntil] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const cooldown = useCooldown(cooldownUntil ?? user.sms_cooldown_until)
  const rules = {
    required: true,
    requiredText: t('form.requiredField'),
    maxLength: MAX_LENGTH,
    maxLengthText: t('form.maxLength', { count: MAX_LENGTH }),
  }
  const change = (value: string) => {
    setPhone(value)
    setFault(undefined)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    setShowFault(true)
    if (isBusy || cooldown) return
    if (inputFault(phone, rules) !== undefined) return field.current?.focus()
    setBusy(true)
    const outcome = await send(phone.trim())
    setBusy(false)
    setFault(outcome.fault)
    setCooldownUntil(outcome.cooldownUntil)
    if (outcome.isSent) return onSent()
    field.current?.focus()
  }
  return (
    <form onSubmit={event => void submit(event)} noValidate style={{ display: 'grid', gap: 16 }}>
      <TextInput
        {...rules}
        label={t('verification.phone')}
        hint={t('verification.phoneHint')}
        value={phone}
        onChange={change}
        error={fault}
        showFault={showFault}
        type="tel"
        name="phone"
        inputMode="tel"
        autoComplete="tel"
        autoFocus={autoFocus}
        inputRef={field}
      />
      {cooldown && <CooldownWarning {...cooldown} />}
      <PrimaryButton
        type="submit"
        loading={isBusy}
        loadingLabel={t('verification.send')}
        disabled={cooldown !== undefined}
      >
        {t('verification.send')}
      </PrimaryButton>
    </form>
  )
}

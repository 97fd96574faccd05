import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'

type CodeFormProps = {
  label: string
  hint: string
  submitText: string
  /** The text for a code without exactly six digits. */
  invalidText: string
  /** Resolves to what is wrong with the code, as a text; to undefined if it is right. */
  onCode: (code: string) => Promise<string | undefined>
  autoFocus?: boolean
  /** An irreversible action is sent only by its button. */
  isForGood?: boolean
}

const CODE_DIGITS = 6

const stripToDigits = (text: string) => text.replaceAll(/\D/g, '').slice(0, CODE_DIGITS)

/** One field for a six-digit code, typed or pasted: the sixth digit submits it, unless only the button may. */
export function CodeForm({ label, hint, submitText, invalidText, onCode, ...look }: CodeFormProps) {
  const { autoFocus = false, isForGood = false } = look
  const { t } = useTranslation()
  const announce = useAnnounce()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const refuse = (text: string) => {
    setError(text)
    announce(text)
    field.current?.focus()
    field.current?.select()
  }
  const send = async (digits: string) => {
    if (isBusy) return
    if (digits.length < CODE_DIGITS) return refuse(digits === '' ? t('form.requiredField') : invalidText)
    setBusy(true)
    const fault = await onCode(digits)
    setBusy(false)
    if (fault !== undefined) refuse(fault)
  }
  const change = (text: string) => {
    const digits = stripToDigits(text)
    if (digits === code) return
    setCode(digits)
    setError(undefined)
    if (digits.length === CODE_DIGITS && !isForGood) void send(digits)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void send(code)
  }
  return (
    <form onSubmit={submit} noValidate style={{ display: 'grid', gap: 16 }}>
      <TextInput
        label={label}
        value={code}
        onChange={change}
        hint={hint}
        error={error}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        inputRef={field}
      />
      <PrimaryButton type="submit" loading={isBusy} loadingLabel={submitText} danger={isForGood}>
        {submitText}
      </PrimaryButton>
    </form>
  )
}

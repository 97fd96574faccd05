import type { AdapterSettings, PlainSettings } from '#domain/adapter-settings.ts'
import { adapterText } from '#web/kit/i18n/adapter-text.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import type { FormProblem } from './form-state.ts'

type Input = {
  name: string
  value: string
  onChange: (value: string) => void
  onLeave: () => void
  error: string | undefined
}

type AdapterFieldsProps = {
  declared: AdapterSettings
  /** The form's field of a setting. */
  getField: (name: string) => Input
  /** Secrets are stored: those that stay empty are kept. */
  isStored: boolean
}

/** The inputs of an adapter's settings, in the order of its declaration. */
export function AdapterFields({ declared, getField, isStored }: AdapterFieldsProps) {
  const { t } = useTranslation()
  return Object.entries(declared).map(([name, { label, hint, secret, optional, inputMode }]) => {
    const help = secret && isStored ? t('storeForm.keepSecret') : hint && adapterText(hint)
    return (
      <TextInput
        key={name}
        {...getField(name)}
        label={adapterText(label)}
        required={!optional && !(secret && isStored)}
        {...(help !== undefined && { hint: help })}
        {...(inputMode && { inputMode })}
        {...(secret ? { type: 'password', autoComplete: 'new-password' } : { autoComplete: 'off' })}
      />
    )
  })
}

/** The typed settings without the empty ones; an empty secret stays as it is stored. */
export const enteredSettings = (declared: AdapterSettings, typed: (name: string) => string): PlainSettings =>
  Object.fromEntries(
    Object.keys(declared).flatMap(name => {
      const text = typed(name).trim()
      return text === '' ? [] : [[name, text]]
    }),
  )

/** The problems of typed settings, by their names. The server detects missing secrets. */
export const settingProblems = (declared: AdapterSettings, entered: PlainSettings, t: Translate): FormProblem[] =>
  Object.entries(declared).flatMap(([field, { secret, optional, pattern, problem }]) => {
    const text = entered[field]
    if (text === undefined) return secret || optional ? [] : [{ field, text: t('form.requiredField') }]
    const isWrong = pattern !== undefined && !pattern.test(text)
    return isWrong ? [{ field, text: problem ? adapterText(problem) : t('form.requiredField') }] : []
  })

import { type AdapterSettings, isValidSetting, type PlainSettings } from '#domain/adapter-settings.ts'
import { adapterText } from '#web/kit/i18n/adapter-text.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import type { FormProblem } from './form-state.ts'

type FieldInput = {
  name: string
  value: string
  onChange: (value: string) => void
  onLeave: () => void
  error: string | undefined
}

type AdapterFieldsProps = {
  declared: AdapterSettings
  /** The form's field of a setting. */
  getField: (name: string) => FieldInput
  /** Secrets are stored: those that stay empty are kept. */
  isStored: boolean
}

/** The inputs of an adapter's settings, in the order of its declaration. */
export function AdapterFields({ declared, getField, isStored }: AdapterFieldsProps) {
  const { t } = useTranslation()
  return Object.entries(declared).map(([name, { label, hint, secret, optional, inputMode, options }]) => {
    if (options)
      return (
        <SelectInput
          key={name}
          {...getField(name)}
          label={adapterText(label)}
          options={Object.entries(options).map(([value, text]) => ({ value, label: adapterText(text) }))}
        />
      )
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

type EnteredSettings = {
  entered: PlainSettings
  /** Of an adapter whose secrets are stored, the server detects those that have to be entered again. */
  areSecretsStored: boolean
}

/** The problems of typed settings, by their names. */
export const settingProblems = (
  declared: AdapterSettings,
  { entered, areSecretsStored }: EnteredSettings,
  t: Translate,
): FormProblem[] =>
  Object.entries(declared).flatMap(([field, setting]) => {
    const { secret, optional, problem } = setting
    const text = entered[field]
    if (text === undefined)
      return optional || (secret && areSecretsStored) ? [] : [{ field, text: t('form.requiredField') }]
    return isValidSetting(setting, text)
      ? []
      : [{ field, text: problem ? adapterText(problem) : t('form.requiredField') }]
  })

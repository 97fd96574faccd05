import { useId } from 'react'
import { FieldFrame } from './field-frame.tsx'
import css from './inputs.module.css'
import { closeListOnly } from './select-input.tsx'

type LanguageSelectProps = {
  languages: readonly { code: string; name: string }[]
  value: string
  onChange: (code: string) => void
  label: string
}

/** Lists each language under its own name, in the phone's own picker. */
export function LanguageSelect({ languages, value, onChange, label }: LanguageSelectProps) {
  const id = useId()
  return (
    <FieldFrame label={label} fieldId={id}>
      <select
        id={id}
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={closeListOnly}
        className={css.field}
      >
        {languages.map(language => (
          <option key={language.code} value={language.code} lang={language.code}>
            {language.name}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

import Box from '@mui/material/Box'
import { type ChangeEvent, useId } from 'react'
import { FieldFrame, fieldLook } from './field-frame.tsx'

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
      <Box
        component="select"
        id={id}
        value={value}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => onChange(event.target.value)}
        sx={fieldLook}
      >
        {languages.map(language => (
          <option key={language.code} value={language.code} lang={language.code}>
            {language.name}
          </option>
        ))}
      </Box>
    </FieldFrame>
  )
}

import Box from '@mui/material/Box'
import { type ChangeEvent, useId } from 'react'
import { FieldFrame, fieldLook } from './field-frame.tsx'

type TextAreaProps = {
  label: string
  value: string
  onChange: (value: string) => void
  lang?: string
  rows?: number
  required?: boolean
  hint?: string
  error?: string | undefined
  name?: string
  disabled?: boolean
  onLeave?: () => void
}

/** A field for several lines, which grows with its text. */
export function TextArea({
  label,
  onChange,
  rows = 3,
  required = false,
  hint,
  error,
  onLeave,
  ...input
}: TextAreaProps) {
  const id = useId()
  const help = error ?? hint
  return (
    <FieldFrame label={label} fieldId={id} required={required} help={help} isFaulty={error !== undefined}>
      <Box
        component="textarea"
        {...input}
        id={id}
        rows={rows}
        required={required}
        onChange={(event: ChangeEvent<HTMLTextAreaElement>) => onChange(event.target.value)}
        onBlur={onLeave}
        aria-invalid={error !== undefined}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        sx={{ ...fieldLook, py: 1.5, resize: 'vertical', fieldSizing: 'content', minHeight: 56 + (rows - 1) * 24 }}
      />
    </FieldFrame>
  )
}

import { type TextareaHTMLAttributes, useId } from 'react'
import { joinClasses } from '#web/kit/ui/text.tsx'
import { FieldFrame } from './field-frame.tsx'
import css from './inputs.module.css'

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
  inputMode?: TextareaHTMLAttributes<HTMLTextAreaElement>['inputMode']
  autoFocus?: boolean
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
      <textarea
        {...input}
        id={id}
        rows={rows}
        required={required}
        onChange={event => onChange(event.target.value)}
        onBlur={onLeave}
        aria-invalid={error !== undefined}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        className={joinClasses(css.field, css.area)}
        style={{ minHeight: 56 + (rows - 1) * 24 }}
      />
    </FieldFrame>
  )
}

import { type HTMLInputTypeAttribute, type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'
import { FieldFrame } from './field-frame.tsx'
import css from './inputs.module.css'

type TextInputProps = InputRules & {
  label: string
  value: string
  onChange: (value: string) => void
  type?: HTMLInputTypeAttribute
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  autoComplete?: string
  autoFocus?: boolean
  disabled?: boolean
  name?: string
  lang?: string
  placeholder?: string
  hint?: string
  /** The server's or the form's problem with this field; it takes precedence over the rules' own. */
  error?: string | undefined
  /** The rules are checked on every change, but their faults show only after the field was left with a value, or with this set. */
  showFault?: boolean
  endAdornment?: ReactNode
  /** The user left the field. */
  onLeave?: () => void
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled field that shows its problem as text. */
export function TextInput(props: TextInputProps) {
  const {
    label,
    value,
    onChange,
    hint,
    error,
    showFault = false,
    inputRef,
    inputMode,
    endAdornment,
    onLeave,
    ...rest
  } = props
  const { required, requiredText, maxLength, maxLengthText, check, ...input } = rest
  const id = useId()
  const [wasBlurred, setBlurred] = useState(false)
  const fault = inputFault(value, { required, requiredText, maxLength, maxLengthText, check })
  const message = error ?? (wasBlurred || showFault ? fault : undefined)
  const help = message ?? hint
  return (
    <FieldFrame label={label} fieldId={id} required={required ?? false} help={help} isFaulty={message !== undefined}>
      <div className={css.adorned}>
        <input
          {...input}
          id={id}
          value={value}
          ref={inputRef}
          required={required}
          inputMode={inputMode}
          onChange={event => onChange(event.target.value)}
          onBlur={() => {
            setBlurred(value !== '' || wasBlurred)
            onLeave?.()
          }}
          aria-invalid={message !== undefined}
          aria-describedby={help === undefined ? undefined : `${id}-help`}
          className={css.field}
        />
        {endAdornment && <div className={css.adornment}>{endAdornment}</div>}
      </div>
    </FieldFrame>
  )
}

type InputRules = {
  required?: boolean | undefined
  /** Such as 'Mandatory field'. */
  requiredText?: string | undefined
  maxLength?: number | undefined
  /** Such as 'Maximum 30 characters', with the count filled in. */
  maxLengthText?: string | undefined
  /** Any further rule; returns the problem as text. */
  check?: ((value: string) => string | undefined) | undefined
}

/** The problem of a field's value, as text; undefined when there is none. Forms use it to refuse sending. */
export function inputFault(value: string, rules: InputRules): string | undefined {
  if (value.trim() === '') return rules.required === true ? rules.requiredText : undefined
  if (rules.maxLength !== undefined && value.length > rules.maxLength) return rules.maxLengthText
  return rules.check?.(value)
}

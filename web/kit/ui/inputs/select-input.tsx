import { type KeyboardEvent, useId } from 'react'
import { FieldFrame } from './field-frame.tsx'
import css from './inputs.module.css'

export type SelectOption<Value extends string = string> = {
  value: Value
  label: string
}

type SelectInputProps<Value extends string> = {
  label: string
  value: Value | ''
  options: readonly SelectOption<Value>[]
  onChange: (value: Value) => void
  /** Shown while nothing is chosen; without it a value is always chosen. */
  placeholder?: string
  required?: boolean
  hint?: string
  error?: string | undefined
  name?: string
  disabled?: boolean
  onLeave?: () => void
}

/** In the list of options, Escape closes the list, and not the dialog around it too. */
export function closeListOnly(event: KeyboardEvent): void {
  if (event.key === 'Escape' && event.target !== event.currentTarget) event.stopPropagation()
}

/** A choice of a few options: a phone shows its own picker, a desktop browser that can (office-selects.css) the back office's list. */
export function SelectInput<Value extends string>(props: SelectInputProps<Value>) {
  const { label, value, options, onChange, placeholder, required = false, hint, error, onLeave, ...input } = props
  const id = useId()
  const help = error ?? hint
  return (
    <FieldFrame label={label} fieldId={id} required={required} help={help} isFaulty={error !== undefined}>
      <select
        {...input}
        id={id}
        value={value}
        required={required}
        // Only the values of the options are possible.
        onChange={event => onChange(event.target.value as Value)}
        onBlur={onLeave}
        onKeyDown={closeListOnly}
        aria-invalid={error !== undefined}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        className={css.field}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}

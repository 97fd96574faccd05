import { useId } from 'react'
import css from './inputs.module.css'
import { TickBox } from './tick-box.tsx'

type CheckInputProps = {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: string
  name?: string
  disabled?: boolean
}

/** A checkbox; its label and hint can be pressed too. */
export function CheckInput({ label, checked, onChange, hint, name, disabled = false }: CheckInputProps) {
  const id = useId()
  return (
    <label htmlFor={id} className={css.check}>
      <TickBox
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-help`}
        className={css.checkBox}
      />
      <span className={css.checkLabel}>
        {label}
        {hint !== undefined && (
          <span id={`${id}-help`} className={css.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

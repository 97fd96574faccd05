import type { ReactNode } from 'react'
import { joinClasses } from '#web/kit/ui/text.tsx'
import css from './inputs.module.css'

type FieldFrameProps = {
  label: string
  fieldId: string
  children: ReactNode
  required?: boolean
  /** Below the field: its problem, or a hint. */
  help?: string | undefined
  isFaulty?: boolean
}

/** A field with its label above it and its help below it. The help has the id `<fieldId>-help`. */
export function FieldFrame({ label, fieldId, children, required = false, help, isFaulty = false }: FieldFrameProps) {
  return (
    <div className={css.frame}>
      <label htmlFor={fieldId} className={css.label}>
        {label}
        {required && <span aria-hidden="true">{'\u00a0*'}</span>}
      </label>
      {children}
      {help !== undefined && (
        <div id={`${fieldId}-help`} className={joinClasses(css.help, isFaulty && css.faulty)}>
          {help}
        </div>
      )}
    </div>
  )
}

/** The class of all inputs: 56 px high, with an outline that shows focus and faults. */
export const FIELD_CLASS = css.field

/** The class of a button in a group of which one is chosen. */
export const CHOICE_CLASS = css.choice

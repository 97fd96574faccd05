import type { ComponentProps } from 'react'
import { joinClasses } from '#web/kit/ui/text.tsx'
import css from './inputs.module.css'

type TickBoxProps = Omit<ComponentProps<'input'>, 'type'> & { type?: 'checkbox' | 'radio' }

/** The box of a checkbox, or the ring of a radio button, in a target of 44 px. */
export const TickBox = ({ type = 'checkbox', className, ...input }: TickBoxProps) => (
  <span className={joinClasses(css.tick, className)}>
    <input {...input} type={type} />
  </span>
)

import type { ReactNode } from 'react'
import { joinClasses } from './text.tsx'
import css from './ui.module.css'

type StatusPillProps = {
  tone: 'open' | 'closed' | 'attention' | 'danger'
  children: ReactNode
  /** A dot for a state that changes by itself, such as opening hours. */
  dot?: boolean
}

/** A state in one to three words. The text has the meaning; the colour only helps. */
export const StatusPill = ({ tone, children, dot = false }: StatusPillProps) => (
  <span className={joinClasses(css.pill, css[tone])}>
    {dot && <span aria-hidden className={css.dot} />}
    <span>{children}</span>
  </span>
)

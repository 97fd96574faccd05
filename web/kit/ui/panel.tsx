import type { ReactNode } from 'react'
import { joinClasses } from './text.tsx'
import css from './ui.module.css'

type PanelProps = {
  children: ReactNode
  /** fresh: the main panel of a screen. attention, danger: a coloured edge. */
  tone?: keyof typeof TONE_CLASSES
  component?: 'div' | 'section' | 'article' | 'form' | 'li'
  'aria-labelledby'?: string
  'aria-label'?: string
}

const TONE_CLASSES = { plain: undefined, fresh: css.panelFresh, attention: css.panelAttention, danger: css.panelDanger }

/** A paper surface with a hairline around it. */
export const Panel = ({ tone = 'plain', component: Tag = 'div', ...props }: PanelProps) => (
  <Tag {...props} className={joinClasses(css.panel, TONE_CLASSES[tone])} />
)

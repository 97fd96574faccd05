import type { ReactNode } from 'react'
import { cx } from './text.tsx'
import css from './ui.module.css'

type PanelProps = {
  children: ReactNode
  /** fresh: the main panel of a screen. attention, danger: a coloured edge. */
  tone?: keyof typeof TONES
  component?: 'div' | 'section' | 'article' | 'form' | 'li'
  'aria-labelledby'?: string
  'aria-label'?: string
}

const TONES = { plain: undefined, fresh: css.panelFresh, attention: css.panelAttention, danger: css.panelDanger }

/** A paper surface with a hairline around it. */
export const Panel = ({ tone = 'plain', component: Tag = 'div', ...props }: PanelProps) => (
  <Tag {...props} className={cx(css.panel, TONES[tone])} />
)

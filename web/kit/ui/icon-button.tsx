import type { ComponentProps } from 'react'
import css from './buttons.module.css'
import { cx } from './text.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'color'> & { color?: 'inherit' | 'primary' }

/** The look of an IconButton, for a link. */
export const iconButtonClass = css.icon

/** A square button with an icon; `aria-label` names it. */
export const IconButton = ({ color = 'inherit', className, ...props }: IconButtonProps) => (
  <button
    type="button"
    data-ripples
    {...props}
    className={cx(css.icon, color === 'primary' && css.iconPrimary, className)}
  />
)

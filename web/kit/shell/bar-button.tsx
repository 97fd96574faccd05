import type { ComponentProps } from 'react'
import { IconButton, iconButtonClass } from '#web/kit/ui/icon-button.tsx'
import { cx } from '#web/kit/ui/text.tsx'
import { Link } from './link.tsx'
import css from './shell.module.css'

/** A square button on the top bar. */
export const BarButton = ({ className, ...props }: ComponentProps<typeof IconButton>) => (
  <IconButton {...props} className={cx(css.barButton, className)} />
)

/** A link on the top bar that looks like its buttons. */
export const BarLink = ({ className, ...props }: ComponentProps<typeof Link>) => (
  <Link data-ripples {...props} className={cx(iconButtonClass, css.barButton, className)} />
)

import type { ComponentProps } from 'react'
import { IconButton } from '#web/kit/ui/icon-button.tsx'
import { cx } from '#web/kit/ui/text.tsx'
import css from './shell.module.css'

/** A square button on the top bar. */
export const BarButton = ({ className, ...props }: ComponentProps<typeof IconButton>) => (
  <IconButton {...props} className={cx(css.barButton, className)} />
)

import type { ComponentProps, ElementType, MouseEvent, ReactNode, Ref } from 'react'
import css from './buttons.module.css'
import { Spinner } from './loading.tsx'
import { cx } from './text.tsx'

/** The effect of a press: a handler, a form's submit, or a link (component={Link} to="/home" comes from the caller). */
export type ButtonAction = {
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  type?: 'button' | 'submit'
  disabled?: boolean
  /** Looks disabled and is announced so, but a press still works: it leads to what is missing. */
  'aria-disabled'?: boolean
  component?: ElementType
  to?: string
  href?: string
  /** A link to a file to download. */
  download?: boolean
  form?: string
  autoFocus?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-haspopup'?: 'dialog' | 'menu'
}

type ActionButtonProps = Omit<ComponentProps<'button'>, 'color'> & {
  variant?: 'contained' | 'outlined' | 'text'
  color?: 'primary' | 'secondary' | 'error' | 'inherit'
  size?: 'small' | 'medium'
  fullWidth?: boolean
  startIcon?: ReactNode
  loading?: boolean
  /** Announced while it loads. */
  loadingLabel?: string | undefined
  component?: ElementType | undefined
  to?: string
  href?: string
  download?: boolean
  target?: string
  rel?: string
}

const VARIANTS = { contained: css.contained, outlined: css.outlined, text: css.plain }

const refuse = (event: MouseEvent) => event.preventDefault()

/**
 * A button that may load after its press. Meanwhile it ignores presses and keeps the focus: a disabled one would lose it, and a
 * keyboard user would start at the top of the page when the action fails.
 */
export function ActionButton(props: ActionButtonProps) {
  const {
    variant = 'text',
    color = 'primary',
    size = 'medium',
    fullWidth = false,
    startIcon,
    component,
    ...rest
  } = props
  const { loading = false, loadingLabel, children, className, type = 'button', disabled, ...others } = rest
  const Tag: ElementType = component ?? (rest.href === undefined ? 'button' : 'a')
  const colour = color === 'primary' ? undefined : css[color]
  const looks = [css.button, VARIANTS[variant], colour, size === 'small' && css.small, fullWidth && css.full]
  // A link navigates at once.
  const state = Tag === 'button' && { type, ...(loading ? BUSY : { disabled }) }
  return (
    <Tag
      {...others}
      {...state}
      data-ripples
      data-look={variant}
      data-size={size}
      className={cx(...looks, loading && css.busy, className)}
    >
      {startIcon !== undefined && <span className={css.start}>{startIcon}</span>}
      {children}
      {loading && (
        <span className={css.indicator}>
          <Spinner label={loadingLabel} />
        </span>
      )}
    </Tag>
  )
}

const BUSY = { 'aria-busy': true, 'aria-disabled': true, onClick: refuse }

import type { ComponentProps, ElementType, MouseEvent, ReactNode, Ref } from 'react'
import css from './buttons.module.css'
import { Spinner } from './loading.tsx'
import { joinClasses } from './text.tsx'

/** The effect of a press: a handler, a form's submit, or a link (component={Link} to="/home" comes from the caller). */
type ButtonAction = {
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

const VARIANT_CLASSES = { contained: css.contained, outlined: css.outlined, text: css.plain }

const ignoreClick = (event: MouseEvent) => event.preventDefault()

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
  const styles = [css.button, VARIANT_CLASSES[variant], colour, size === 'small' && css.small, fullWidth && css.full]
  // A link navigates at once.
  const state = Tag === 'button' && { type, ...(loading ? BUSY_PROPS : { disabled }) }
  return (
    <Tag
      {...others}
      {...state}
      data-ripples
      data-look={variant}
      data-size={size}
      className={joinClasses(...styles, loading && css.busy, className)}
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

const BUSY_PROPS = { 'aria-busy': true, 'aria-disabled': true, onClick: ignoreClick }

type PrimaryButtonProps = ButtonAction & {
  children: ReactNode
  icon?: ReactNode
  /** While loading the button ignores presses; screen readers then announce loadingLabel. */
  loading?: boolean
  loadingLabel?: string
  /** The action is irreversible. */
  danger?: boolean
}

/** The primary action of a screen: as wide as its column, 56 px high. */
export const PrimaryButton = ({ icon, danger = false, ...action }: PrimaryButtonProps) => (
  <ActionButton variant="contained" color={danger ? 'error' : 'primary'} fullWidth startIcon={icon} {...action} />
)

type SecondaryButtonProps = ButtonAction & {
  children: ReactNode
  icon?: ReactNode
  /** outline: beside a primary button. leaf: filled. quiet: within a line of text or a dialog. */
  shape?: 'outline' | 'leaf' | 'quiet'
  small?: boolean
  fullWidth?: boolean
  loading?: boolean
}

const BUTTON_LOOKS = {
  outline: { variant: 'outlined', color: 'primary' },
  leaf: { variant: 'contained', color: 'secondary' },
  quiet: { variant: 'text', color: 'primary' },
} as const

/** An action beside the primary one. */
export const SecondaryButton = ({ icon, shape = 'outline', small = false, ...action }: SecondaryButtonProps) => (
  <ActionButton {...BUTTON_LOOKS[shape]} size={small ? 'small' : 'medium'} startIcon={icon} {...action} />
)

type IconButtonProps = Omit<ComponentProps<'button'>, 'color'> & { color?: 'inherit' | 'primary' }

/** The look of an IconButton, for a link. */
export const iconButtonClass = css.icon

/** A square button with an icon; `aria-label` names it. */
export const IconButton = ({ color = 'inherit', className, ...props }: IconButtonProps) => (
  <button
    type="button"
    data-ripples
    {...props}
    className={joinClasses(css.icon, color === 'primary' && css.iconPrimary, className)}
  />
)

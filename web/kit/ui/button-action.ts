import type { ButtonProps } from '@mui/material/Button'
import type { ElementType, Ref } from 'react'

// The effect of a press: a handler, a form's submit, or a link (component={Link} to="/home" comes from the caller).
export type ButtonAction = {
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  type?: 'button' | 'submit'
  disabled?: boolean
  // Looks disabled and is announced so, but a press still works: it leads to what is missing.
  'aria-disabled'?: boolean
  component?: ElementType
  to?: string
  href?: string
  // A link to a file to download.
  download?: boolean
  form?: string
  autoFocus?: boolean
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-haspopup'?: 'dialog' | 'menu'
}

export function toButtonProps(action: ButtonAction): ButtonProps {
  return action
}

import type { ButtonProps } from '@mui/material/Button'
import type { ElementType, Ref } from 'react'

// What a press does: a handler, a form's submit, or a link (component={Link} to="/home" comes from the caller).
export interface ButtonAction {
  ref?: Ref<HTMLButtonElement>
  onClick?: () => void
  type?: 'button' | 'submit'
  disabled?: boolean
  // Looks and is announced as off, yet a press is heard: it leads to what is missing.
  'aria-disabled'?: boolean
  component?: ElementType
  to?: string
  href?: string
  // A link to a file to keep.
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

import type { ReactNode } from 'react'
import { ActionButton, type ButtonAction } from './action-button.tsx'

type SecondaryButtonProps = ButtonAction & {
  children: ReactNode
  icon?: ReactNode
  // outline: beside a primary button. leaf: filled. quiet: within a line of text or a dialog.
  look?: 'outline' | 'leaf' | 'quiet'
  small?: boolean
  fullWidth?: boolean
  loading?: boolean
}

const LOOKS = {
  outline: { variant: 'outlined', color: 'primary' },
  leaf: { variant: 'contained', color: 'secondary' },
  quiet: { variant: 'text', color: 'primary' },
} as const

/** An action beside the primary one. */
export const SecondaryButton = ({ icon, look = 'outline', small = false, ...action }: SecondaryButtonProps) => (
  <ActionButton {...LOOKS[look]} size={small ? 'small' : 'medium'} startIcon={icon} {...action} />
)

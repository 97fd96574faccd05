import type { ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'
import type { ButtonAction } from './button-action.ts'
import { toButtonProps } from './button-action.ts'

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
export function SecondaryButton(props: SecondaryButtonProps) {
  const { children, icon, look = 'outline', small = false, fullWidth = false, loading = false, ...action } = props
  return (
    <ActionButton
      {...LOOKS[look]}
      size={small ? 'small' : 'medium'}
      fullWidth={fullWidth}
      startIcon={icon}
      loading={loading}
      {...toButtonProps(action)}
    >
      {children}
    </ActionButton>
  )
}

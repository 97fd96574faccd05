import CircularProgress from '@mui/material/CircularProgress'
import type { ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'
import type { ButtonAction } from './button-action.ts'
import { toButtonProps } from './button-action.ts'

type PrimaryButtonProps = ButtonAction & {
  children: ReactNode
  icon?: ReactNode
  // While loading the button ignores presses; screen readers then announce loadingLabel.
  loading?: boolean
  loadingLabel?: string
  // The action is irreversible.
  danger?: boolean
}

/** The primary action of a screen: as wide as its column, 56 px high. */
export function PrimaryButton(props: PrimaryButtonProps) {
  const { children, icon, loading = false, loadingLabel, danger = false, ...action } = props
  const spinner = <CircularProgress color="inherit" size={24} {...(loadingLabel && { 'aria-label': loadingLabel })} />
  return (
    <ActionButton
      variant="contained"
      color={danger ? 'error' : 'primary'}
      fullWidth
      startIcon={icon}
      loading={loading}
      loadingIndicator={spinner}
      {...toButtonProps(action)}
    >
      {children}
    </ActionButton>
  )
}

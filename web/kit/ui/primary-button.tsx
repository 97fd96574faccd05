import type { ReactNode } from 'react'
import { ActionButton, type ButtonAction } from './action-button.tsx'

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
export const PrimaryButton = ({ icon, danger = false, ...action }: PrimaryButtonProps) => (
  <ActionButton variant="contained" color={danger ? 'error' : 'primary'} fullWidth startIcon={icon} {...action} />
)

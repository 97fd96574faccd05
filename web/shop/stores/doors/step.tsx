import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { ReactNode } from 'react'

type StepProps = {
  children: ReactNode
  /** The next button to press: at the bottom of a phone, in reach of the thumb. */
  action?: ReactNode
}

/** A view of the door's dialog, and its next action. */
export function Step({ children, action }: StepProps) {
  return (
    <>
      <DialogContent sx={{ pt: 0, display: 'grid', gap: 2, alignContent: 'start' }}>{children}</DialogContent>
      {action !== undefined && (
        <DialogActions sx={{ pb: { xs: 'max(16px, env(safe-area-inset-bottom))', sm: 3 } }}>{action}</DialogActions>
      )}
    </>
  )
}

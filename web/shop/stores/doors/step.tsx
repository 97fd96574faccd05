import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { ReactNode } from 'react'

interface StepProps {
  children: ReactNode
  /** What to press next: at the bottom of a phone, where the thumb is. */
  action?: ReactNode
}

/** What one sees in the door's dialog, and what comes next. */
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

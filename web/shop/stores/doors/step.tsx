import type { ReactNode } from 'react'
import { DialogActions, DialogContent } from '#web/kit/ui/dialog.tsx'
import css from './doors.module.css'

type StepProps = {
  children: ReactNode
  /** The next button to press: at the bottom of a phone, in reach of the thumb. */
  action?: ReactNode
}

/** A view of the door's dialog, and its next action. */
export function Step({ children, action }: StepProps) {
  return (
    <>
      <DialogContent className={css.stepGrid}>{children}</DialogContent>
      {action !== undefined && <DialogActions className={css.stepAction}>{action}</DialogActions>}
    </>
  )
}

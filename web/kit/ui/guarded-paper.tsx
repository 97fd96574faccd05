import Paper, { type PaperProps } from '@mui/material/Paper'
import { useTapGuard } from './hooks/use-tap-guard.ts'

/**
 * The paper of every dialog: for a moment after it opens, its content ignores taps, so that an impatient second tap answers no
 * question. The theme styles the attribute; the paper itself takes the tap, or the dialog would close.
 */
export function GuardedPaper(props: PaperProps) {
  const isGuarded = useTapGuard()
  return <Paper {...props} data-guarded={isGuarded ? '' : undefined} />
}

import Paper, { type PaperProps } from '@mui/material/Paper'
import { useTapGuard } from './use-tap-guard.ts'

/**
 * The sheet of every dialog: for a moment after it opens nothing in it takes a tap, so that the second tap of an impatient finger answers no
 * question. The theme makes it so by the attribute; the sheet itself takes the tap, or the dialog would close.
 */
export function GuardedPaper(props: PaperProps) {
  const isGuarded = useTapGuard()
  return <Paper {...props} data-guarded={isGuarded ? '' : undefined} />
}

import MuiDialog, { type DialogProps } from '@mui/material/Dialog'
import { useBackCloses } from './layers.ts'

/** A dialog over the page. Back closes it like Escape, and does not leave the page. */
export function Dialog(props: DialogProps) {
  const { open, onClose } = props
  useBackCloses(open, () => onClose?.({}, 'escapeKeyDown'))
  return <MuiDialog {...props} />
}

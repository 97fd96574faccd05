import { useId } from 'react'
import { ActionButton } from './buttons.tsx'
import { Dialog, DialogActions, DialogContent, DialogTitle } from './dialog.tsx'
import { Text } from './text.tsx'

type ConfirmDialogProps = {
  open: boolean
  title: string
  text: string
  /** A verb for the action, never "OK". */
  confirmText: string
  cancelText: string
  onConfirm: () => void
  onCancel: () => void
  /** The action destroys something. */
  danger?: boolean
  /** The primary button: the choice that is most likely right. If the action destroys something, it is the other one. */
  strong?: 'confirm' | 'cancel'
  busy?: boolean
}

/** Asks before an irreversible action. Focus starts on the harmless answer and returns to where it was. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    text,
    confirmText,
    cancelText,
    onConfirm,
    onCancel,
    danger = false,
    busy = false,
    strong = danger ? 'cancel' : 'confirm',
  } = props
  const id = useId()
  return (
    <Dialog
      open={open}
      // A tap outside the dialog is no answer: an impatient tap would dismiss it.
      onClose={(_event, reason) => reason !== 'backdropClick' && onCancel()}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent>
        <Text soft id={`${id}-text`}>
          {text}
        </Text>
      </DialogContent>
      <DialogActions>
        <ActionButton variant={strong === 'cancel' ? 'contained' : 'text'} onClick={onCancel} autoFocus>
          {cancelText}
        </ActionButton>
        <ActionButton
          variant={strong === 'confirm' ? 'contained' : danger ? 'outlined' : 'text'}
          color={danger ? 'error' : 'primary'}
          loading={busy}
          onClick={onConfirm}
        >
          {confirmText}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

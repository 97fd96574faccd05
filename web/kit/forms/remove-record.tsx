import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'

type RemoveRecordProps = {
  /** Of the button and of the dialog's answer. */
  label: string
  title: string
  text: string
  disabled?: boolean
  /** Removes the record and leaves its page; returns the text of the notice. */
  onRemove: () => Promise<string>
}

/** A button that removes a form's record, after a question. */
export function RemoveRecord({ label, title, text, disabled = false, onRemove }: RemoveRecordProps) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, act } = useAction('removed')
  return (
    <>
      <Button variant="outlined" color="error" disabled={disabled} onClick={() => setConfirming(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isConfirming}
        title={title}
        text={text}
        confirmText={label}
        cancelText={t('common.cancel')}
        onConfirm={() => void act(onRemove).finally(() => setConfirming(false))}
        onCancel={() => setConfirming(false)}
        busy={isBusy}
        danger
      />
    </>
  )
}

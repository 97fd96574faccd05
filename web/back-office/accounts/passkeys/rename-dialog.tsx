import Button from '@mui/material/Button'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type SubmitEvent, useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { LONGEST_PASSKEY_NAME } from '#contract/accounts/passkeys.ts'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'

interface RenameDialogProps {
  name: string
  isBusy: boolean
  onRename: (name: string) => void
  onCancel: () => void
}

export function RenameDialog({ name, isBusy, onRename, onCancel }: RenameDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState(name)
  const [isSent, setSent] = useState(false)
  const wanted = typed.trim()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    if (wanted !== '' && wanted.length <= LONGEST_PASSKEY_NAME) onRename(wanted)
  }
  return (
    <Dialog open onClose={onCancel} aria-labelledby={`${id}-title`} fullWidth maxWidth="xs">
      <form onSubmit={submit} noValidate>
        <DialogTitle id={`${id}-title`} sx={{ overflowWrap: 'anywhere' }}>
          {t('passkeys.renameTitle', { name })}
        </DialogTitle>
        <DialogContent>
          <TextInput
            label={t('passkeys.name')}
            value={typed}
            onChange={setTyped}
            name="passkey-name"
            autoComplete="off"
            autoFocus
            required
            requiredText={t('form.requiredField')}
            maxLength={LONGEST_PASSKEY_NAME}
            maxLengthText={t('form.maxLength', { count: LONGEST_PASSKEY_NAME })}
            showFault={isSent}
          />
        </DialogContent>
        <DialogActions>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          <ActionButton type="submit" variant="contained" loading={isBusy}>
            {t('passkeys.rename')}
          </ActionButton>
        </DialogActions>
      </form>
    </Dialog>
  )
}

import Button from '@mui/material/Button'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ActionButton } from '#web/kit/ui/action-button.tsx'
import { CheckInput } from '#web/kit/ui/check-input.tsx'
import { TextArea } from '#web/kit/ui/text-area.tsx'
import type { AccessChange } from './use-change-access.ts'

interface AccessDialogProps {
  kind: AccessChange['kind'] | 'remove'
  /** An email address or a phone number. */
  who: string
  isDanger: boolean
  /** The change removes the admin's own access and needs an explicit confirmation. */
  mustMean: boolean
  isBusy: boolean
  onConfirm: (reason: string) => void
  onCancel: () => void
}

const LONGEST = 500

/** Asks for confirmation and a reason before a user's access changes. Focus starts on the harmless button. */
export function AccessDialog({ kind, who, isDanger, mustMean, isBusy, onConfirm, onCancel }: AccessDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMeant, setMeant] = useState(false)
  const isTooLong = reason.trim().length > LONGEST
  return (
    <Dialog
      open
      onClose={onCancel}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      fullWidth
      maxWidth="xs"
    >
      <DialogTitle id={`${id}-title`} sx={{ overflowWrap: 'anywhere' }}>
        {t(`users.${kind}.title`, { who })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <DialogContentText id={`${id}-text`}>
          {mustMean && `${t('users.myself')} `}
          {t(`users.${kind}.text`)}
        </DialogContentText>
        <TextArea
          label={t('users.reason')}
          rows={1}
          name="reason"
          value={reason}
          onChange={setReason}
          hint={t('users.reasonHint')}
          error={isTooLong ? t('form.maxLength', { count: LONGEST }) : undefined}
        />
        {mustMean && <CheckInput label={t('users.meant')} checked={isMeant} onChange={setMeant} name="myself" />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel} autoFocus>
          {t('common.cancel')}
        </Button>
        <ActionButton
          variant="contained"
          color={isDanger ? 'error' : 'primary'}
          loading={isBusy}
          disabled={isTooLong || (mustMean && !isMeant)}
          onClick={() => onConfirm(reason.trim())}
        >
          {t(`users.${kind}.button`)}
        </ActionButton>
      </DialogActions>
    </Dialog>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type AdminUser, adminUsers } from '#contract/accounts/admin-users.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { TextArea } from '#web/kit/ui/inputs/text-area.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { type AccessChange, revokesAccess, useChangeAccess } from './use-change-access.ts'

/** The changes that are currently possible for a user. */
function changesFor(user: AdminUser, isMyself: boolean): AccessChange[] {
  const { is_blocked, is_admin, is_bookkeeper, phone, phone_blocked, blocked_phones, passkeys } = user
  const freed = blocked_phones.map(each => ({ kind: 'unblockPhone' as const, phone: each.phone }))
  return [
    { kind: is_admin ? 'revoke' : 'grant' },
    // An admin reads the books anyway.
    ...(is_bookkeeper ? [{ kind: 'revokeBooks' as const }] : is_admin ? [] : [{ kind: 'grantBooks' as const }]),
    ...(phone === null || phone_blocked ? [] : [{ kind: 'blockPhone' as const, phone }]),
    ...freed,
    // An admin manages their own passkeys on a separate page.
    ...(passkeys > 0 && !isMyself ? [{ kind: 'resetPasskeys' as const }] : []),
    { kind: is_blocked ? 'unblock' : 'block' },
  ]
}

/** Blocks and unblocks a user, and grants or revokes the admin right; each asks for confirmation. */
export function AccessActions({ user }: { user: AdminUser }) {
  const { t } = useTranslation()
  const id = useId()
  const me = useUser()
  const [requested, setRequested] = useState<AccessChange>()
  const { change, isBusy, mustMean, reset } = useChangeAccess(user)
  const close = () => {
    setRequested(undefined)
    reset()
  }
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
        {t('users.rights')}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {changesFor(user, user.id === me.id).map(each => (
          <Button
            key={`${each.kind} ${each.phone ?? ''}`}
            variant="outlined"
            color={revokesAccess(each) ? 'error' : 'primary'}
            onClick={() => setRequested(each)}
          >
            {t(`users.${each.kind}.button`)}
          </Button>
        ))}
        {user.id !== me.id && <RemoveUser user={user} />}
      </Box>
      {requested && (
        <AccessDialog
          kind={requested.kind}
          who={requested.phone === undefined ? user.email : formatPhone(requested.phone)}
          isDanger={revokesAccess(requested)}
          mustMean={mustMean(requested)}
          isBusy={isBusy}
          onConfirm={reason => void change(requested, reason).then(isOver => isOver && close())}
          onCancel={close}
        />
      )}
    </Panel>
  )
}

/** Erases a user on their request, after a confirmation. Admins erase their own account on a separate page. */
function RemoveUser({ user }: { user: AdminUser }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, act } = useAction('access')
  const remove = (reason: string) =>
    act(async () => {
      // The page of the removed user is open until the list is.
      await callApi(adminUsers.remove, { params: { id: user.id }, body: reason ? { reason } : {}, reload: 'later' })
      await navigate(PATHS.users)
      return t('users.remove.done')
    })
  return (
    <>
      <Button variant="outlined" color="error" onClick={() => setConfirming(true)}>
        {t('users.remove.button')}
      </Button>
      {isConfirming && (
        <AccessDialog
          kind="remove"
          who={user.email}
          isDanger
          mustMean={false}
          isBusy={isBusy}
          onConfirm={reason => void remove(reason).finally(() => setConfirming(false))}
          onCancel={() => setConfirming(false)}
        />
      )}
    </>
  )
}

type AccessDialogProps = {
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

const MAX_LENGTH = 500

/** Asks for confirmation and a reason before a user's access changes. Focus starts on the harmless button. */
function AccessDialog({ kind, who, isDanger, mustMean, isBusy, onConfirm, onCancel }: AccessDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [reason, setReason] = useState('')
  const [isMeant, setIntended] = useState(false)
  const isTooLong = reason.trim().length > MAX_LENGTH
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
          error={isTooLong ? t('form.maxLength', { count: MAX_LENGTH }) : undefined}
        />
        {mustMean && <CheckInput label={t('users.meant')} checked={isMeant} onChange={setIntended} name="myself" />}
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

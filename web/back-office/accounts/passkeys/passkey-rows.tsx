import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { type SubmitEvent, useId, useState } from 'react'
import { MAX_PASSKEY_NAME_LENGTH, type Passkey, type PasskeyList, passkeys } from '#contract/accounts/passkeys.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { awaitReload } from '#web/kit/api/query-client.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Dialog } from '#web/kit/ui/dialog.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** Renames and removes the user's own passkeys, and notifies of the result. */
function useChangePasskeys() {
  const { t } = useTranslation()
  const { isBusy, act } = useAction('passkeys')
  const change = async (work: () => Promise<unknown>, doneText: string) => {
    await act(async () => {
      await work()
      return doneText
    })
    await awaitReload()
  }
  return {
    isBusy,
    rename: (id: number, name: string) =>
      change(() => callApi(passkeys.rename, { params: { id }, body: { name } }), t('passkeys.renamed', { name })),
    remove: ({ id, name }: Passkey) =>
      change(() => callApi(passkeys.remove, { params: { id } }), t('passkeys.removed', { name })),
  }
}

type PasskeyRowProps = { passkey: Passkey; what: 'rename' | 'remove' }

function PasskeyRow({ passkey, onAction }: { passkey: Passkey; onAction: (what: PasskeyRowProps['what']) => void }) {
  const { t } = useTranslation()
  const { name, created_at: createdAt, last_used_at: usedAt, is_backed_up: isBackedUp } = passkey
  return (
    <Panel component="li">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start', justifyContent: 'space-between' }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
          <Typography sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{name}</Typography>
          <Typography variant="body2" color="textSecondary">
            {t('passkeys.addedAt', { time: shopTimeText(createdAt) })}
            {usedAt !== null && ` · ${t('passkeys.usedAt', { time: shopTimeText(usedAt) })}`}
          </Typography>
        </Box>
        {isBackedUp && <StatusPill tone="open">{t('passkeys.synced')}</StatusPill>}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button variant="outlined" aria-label={t('passkeys.renameNamed', { name })} onClick={() => onAction('rename')}>
          {t('passkeys.rename')}
        </Button>
        <Button
          variant="outlined"
          color="error"
          aria-label={t('passkeys.removeNamed', { name })}
          onClick={() => onAction('remove')}
        >
          {t('passkeys.remove')}
        </Button>
      </Box>
    </Panel>
  )
}

/** The user's passkeys; each can be renamed or removed. */
export function PasskeyRows({ list }: { list: PasskeyList }) {
  const { t } = useTranslation()
  const [requested, setRequested] = useState<PasskeyRowProps>()
  const { rename, remove, isBusy } = useChangePasskeys()
  const close = () => setRequested(undefined)
  const [only] = list.passkeys.length === 1 ? list.passkeys : []
  return (
    <>
      <Box component="ul" aria-label={t('passkeys.title')} sx={{ m: 0, p: 0, display: 'grid', gap: 1.5 }}>
        {list.passkeys.map(passkey => (
          <PasskeyRow key={passkey.id} passkey={passkey} onAction={what => setRequested({ passkey, what })} />
        ))}
      </Box>
      {only && !only.is_backed_up && <Panel tone="attention">{t('passkeys.onlyOne')}</Panel>}
      {requested?.what === 'rename' && (
        <RenameDialog
          name={requested.passkey.name}
          isBusy={isBusy}
          onRename={name => void rename(requested.passkey.id, name).then(close)}
          onCancel={close}
        />
      )}
      <ConfirmDialog
        open={requested?.what === 'remove'}
        title={t('passkeys.removeTitle', { name: requested?.passkey.name ?? '' })}
        text={t(only ? 'passkeys.removeLastText' : 'passkeys.removeText')}
        confirmText={t('passkeys.remove')}
        cancelText={t('common.cancel')}
        onConfirm={() => requested && void remove(requested.passkey).then(close)}
        onCancel={close}
        busy={isBusy}
        danger
      />
    </>
  )
}

type RenameDialogProps = {
  name: string
  isBusy: boolean
  onRename: (name: string) => void
  onCancel: () => void
}

function RenameDialog({ name, isBusy, onRename, onCancel }: RenameDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState(name)
  const [isSent, setSent] = useState(false)
  const newName = typed.trim()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setSent(true)
    if (newName !== '' && newName.length <= MAX_PASSKEY_NAME_LENGTH) onRename(newName)
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
            maxLength={MAX_PASSKEY_NAME_LENGTH}
            maxLengthText={t('form.maxLength', { count: MAX_PASSKEY_NAME_LENGTH })}
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

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { AdminUser } from '#contract/accounts/admin-users.ts'
import { formatPhone } from '#domain/accounts/phone-format.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { RemoveUser } from './remove-user.tsx'
import { AccessDialog } from './access-dialog.tsx'
import { type AccessChange, takesAway, useChangeAccess } from './use-change-access.ts'

/** The changes that are currently possible for a user. */
function changesFor(user: AdminUser, isMyself: boolean): AccessChange[] {
  const { is_blocked, is_admin, phone, phone_blocked, blocked_phones, passkeys } = user
  const freed = blocked_phones.map(each => ({ kind: 'unblockPhone' as const, phone: each.phone }))
  return [
    { kind: is_admin ? 'revoke' : 'grant' },
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
  const [asked, setAsked] = useState<AccessChange>()
  const { change, isBusy, mustMean, reset } = useChangeAccess(user)
  const close = () => {
    setAsked(undefined)
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
            color={takesAway(each) ? 'error' : 'primary'}
            onClick={() => setAsked(each)}
          >
            {t(`users.${each.kind}.button`)}
          </Button>
        ))}
        {user.id !== me.id && <RemoveUser user={user} />}
      </Box>
      {asked && (
        <AccessDialog
          kind={asked.kind}
          who={asked.phone === undefined ? user.email : formatPhone(asked.phone)}
          isDanger={takesAway(asked)}
          mustMean={mustMean(asked)}
          isBusy={isBusy}
          onConfirm={reason => void change(asked, reason).then(isOver => isOver && close())}
          onCancel={close}
        />
      )}
    </Panel>
  )
}

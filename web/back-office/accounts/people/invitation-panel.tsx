import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Invitation, invitations } from '#contract/accounts/invitations.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useAction } from '#web/kit/mutations/use-act.ts'
import { ActionButton } from '#web/kit/ui/buttons.tsx'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { RightList } from './right-list.tsx'

const STATE_TONES = { open: 'attention', expired: 'danger', accepted: 'open', withdrawn: 'closed' } as const

const rowStyles = {
  display: 'grid',
  gap: 1,
  py: 1.5,
  borderTop: 1,
  borderColor: 'divider',
  alignItems: 'center',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr) 280px' },
} as const

/** The open invitations, and those that ended within a month; nothing without any. */
export function InvitationPanel() {
  const { t } = useTranslation()
  const id = useId()
  const { data = [] } = useQuery(queryFor(invitations.list))
  if (data.length === 0) return null
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('people.invitations')}
      </Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {data.map(invitation => (
          <InvitationRow key={invitation.id} invitation={invitation} />
        ))}
      </Box>
    </Panel>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const { email, state, rights, invited_by: by, expires_at: until } = invitation
  const isWaiting = state === 'open' || state === 'expired'
  return (
    <Box component="li" sx={rowStyles}>
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 650, overflowWrap: 'anywhere' }}>{email}</Box>
        <StatusPill tone={STATE_TONES[state]}>{t(`people.states.${state}`)}</StatusPill>
        <Box sx={{ typography: 'body2', color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {[
            ...(by === null ? [] : [t('people.invitedBy', { email: by })]),
            ...(isWaiting ? [t('people.validUntil', { time: shopTimeText(until) })] : []),
          ].join(' · ')}
        </Box>
      </Box>
      <RightList rights={rights} />
      {isWaiting && <InvitationActions invitation={invitation} />}
    </Box>
  )
}

function InvitationActions({ invitation: { id, email } }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const [isConfirming, setConfirming] = useState(false)
  const { isBusy, act } = useAction('invitation')
  const resend = () =>
    act(async () => {
      await callApi(invitations.resend, { params: { id } })
      return t('people.invited', { email })
    })
  const withdraw = () =>
    act(async () => {
      await callApi(invitations.withdraw, { params: { id } })
      return t('people.withdrawn', { email })
    }).finally(() => setConfirming(false))
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <ActionButton
        size="small"
        variant="outlined"
        loading={isBusy}
        aria-label={t('people.resendTo', { email })}
        onClick={() => void resend()}
      >
        {t('people.resend')}
      </ActionButton>
      <ActionButton
        size="small"
        variant="outlined"
        color="error"
        aria-label={t('people.withdrawFrom', { email })}
        onClick={() => setConfirming(true)}
      >
        {t('people.withdraw')}
      </ActionButton>
      <ConfirmDialog
        open={isConfirming}
        title={t('people.withdrawTitle', { email })}
        text={t('people.withdrawText')}
        confirmText={t('people.withdraw')}
        cancelText={t('common.cancel')}
        danger
        busy={isBusy}
        onConfirm={() => void withdraw()}
        onCancel={() => setConfirming(false)}
      />
    </Box>
  )
}

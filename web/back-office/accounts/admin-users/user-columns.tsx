import Box from '@mui/material/Box'
import type { UserRow } from '#contract/accounts/admin-users.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListColumn } from '#web/kit/lists/list-types.ts'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

const figureStyles = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

const emailCell = ({ email }: UserRow) => <EmailText address={email} />

export function useUserColumns(): readonly ListColumn<UserRow>[] {
  const { t } = useTranslation()
  return [
    { name: 'email', label: t('users.email'), role: 'title', sort: 'email', cell: emailCell },
    {
      name: 'phone',
      label: t('users.phone'),
      cell: ({ phone }) => <span style={figureStyles}>{phone === null ? t('users.noPhone') : formatPhone(phone)}</span>,
    },
    {
      name: 'last_login',
      label: t('users.lastLogin'),
      sort: 'last_login',
      labelOnCard: true,
      cell: ({ last_login: at }) => (
        <span style={figureStyles}>{at === null ? t('users.never') : shopTimeText(at)}</span>
      ),
    },
    {
      name: 'store',
      label: t('users.store'),
      optional: 'shown',
      cell: ({ active_store: store }) => store?.name ?? '',
    },
    {
      name: 'is_verified',
      label: t('users.verified'),
      optional: 'hidden',
      cell: ({ is_verified: isVerified }) => t(isVerified ? 'users.isVerified' : 'users.notVerified'),
    },
    {
      name: 'created_at',
      label: t('users.created'),
      sort: 'created_at',
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ created_at: at }) => <span style={figureStyles}>{shopTimeText(at)}</span>,
    },
    {
      name: 'id',
      label: t('users.id'),
      sort: 'id',
      align: 'end',
      optional: 'hidden',
      labelOnCard: true,
      cell: ({ id }) => id,
    },
    {
      name: 'role',
      label: t('users.role'),
      role: 'status',
      cell: user => <RolePill user={user} />,
    },
    {
      name: 'access',
      label: t('users.access'),
      role: 'status',
      cell: user => <AccessPills user={user} />,
    },
  ]
}

/** What a user may do besides shopping. */
export function RolePill({ user }: { user: Pick<UserRow, 'is_admin' | 'is_bookkeeper'> }) {
  const { t } = useTranslation()
  if (user.is_admin) return <StatusPill tone="open">{t('users.admin')}</StatusPill>
  return user.is_bookkeeper ? <StatusPill tone="open">{t('users.bookkeeper')}</StatusPill> : null
}

/** Short labels for what keeps a user out. */
export function AccessPills({ user }: { user: UserRow }) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 0.5 }}>
      {user.is_blocked && <StatusPill tone="danger">{t('users.blocked')}</StatusPill>}
      {user.phone_blocked && <StatusPill tone="attention">{t('users.phoneBlocked')}</StatusPill>}
      {!user.is_blocked && !user.phone_blocked && !user.is_verified && (
        <StatusPill tone="closed">{t('users.notVerified')}</StatusPill>
      )}
    </Box>
  )
}

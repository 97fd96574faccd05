import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useParams, Link } from 'react-router'
import { type AdminUser, adminUsers } from '#contract/accounts/admin-users.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordTrail } from '#web/back-office/administration/audit/record-trail.tsx'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { AccessActions } from './access-actions.tsx'
import { AccessPills } from './user-columns.tsx'
import { UserFacts } from './user-facts.tsx'
import { UserOrders } from './user-orders.tsx'
import MuiLink from '@mui/material/Link'
import { formatPhone } from '#domain/accounts/phone-format.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Panel } from '#web/kit/ui/panel.tsx'

/** Warnings about a user, in whole sentences. */
function UserWarnings({ user }: { user: AdminUser }) {
  const { t } = useTranslation()
  const { blocked_at: blockedAt, phone_owner: owner } = user
  return (
    <>
      {blockedAt !== null && <Panel tone="danger">{t('users.blockedSince', { time: shopTimeText(blockedAt) })}</Panel>}
      {user.phone_unique_warning && (
        <Panel tone="attention">
          {t('user.phoneUniqueWarning')}{' '}
          {owner && (
            <MuiLink
              component={Link}
              to={`${PATHS.users}/${owner.id}/edit`}
              sx={{ display: 'inline-block', py: 1.25, overflowWrap: 'anywhere' }}
            >
              {t('users.seeOwner', { email: owner.email })}
            </MuiLink>
          )}
        </Panel>
      )}
      {user.blocked_phones.map(({ phone, blocked_at: at }) => (
        <Panel key={phone} tone="attention">
          {t('users.blockedNumber', { phone: formatPhone(phone), time: shopTimeText(at) })}
        </Panel>
      ))}
    </>
  )
}

const columns = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(320px, 1fr)' }
const column = { display: 'grid', gap: 2, alignItems: 'start' } as const

function ShownUser({ user, asOf }: { user: AdminUser; asOf: number }) {
  const { t } = useTranslation()
  return (
    <Page
      title={user.email}
      width="wide"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          {user.is_admin && <StatusPill tone="open">{t('users.admin')}</StatusPill>}
          <AccessPills user={user} />
        </Box>
      }
    >
      <Box sx={{ ...column, gridTemplateColumns: columns }}>
        <Box sx={column}>
          <UserWarnings user={user} />
          <UserFacts user={user} />
          <AccessActions user={user} />
          <UserOrders userId={user.id} orders={user.orders} />
        </Box>
        <RecordTrail kind="user" id={user.id} revision={asOf} />
      </Box>
    </Page>
  )
}

/** One user: details, access actions, latest orders and audit log. */
export function UserPage() {
  const { id = '' } = useParams()
  const { data, dataUpdatedAt } = useQuery(queryOf(adminUsers.read, { params: { id } }))
  return data === undefined ? <RecordLoading /> : <ShownUser key={id} user={data} asOf={dataUpdatedAt} />
}

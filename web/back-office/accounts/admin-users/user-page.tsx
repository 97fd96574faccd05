import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useParams } from 'react-router'
import { type AdminUser, adminUsers } from '#contract/accounts/admin-users.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { centsFromEuros } from '#domain/money.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { TitledPanel } from '#web/back-office/orders/admin-orders/titled-panel.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useLanguages } from '#web/kit/i18n/language-queries.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { RowLink } from '#web/kit/lists/row-parts.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { Money } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { AccessActions } from './access-actions.tsx'
import { AccessPills, RolePill } from './user-columns.tsx'

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

const columnTemplate = { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(320px, 1fr)' }
const columnStyles = { display: 'grid', gap: 2, alignItems: 'start' } as const

function UserDetails({ user, asOf }: { user: AdminUser; asOf: number }) {
  return (
    <Page
      title={user.email}
      width="wide"
      aside={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
          <RolePill user={user} />
          <AccessPills user={user} />
        </Box>
      }
    >
      <Box sx={{ ...columnStyles, gridTemplateColumns: columnTemplate }}>
        <Box sx={columnStyles}>
          <UserWarnings user={user} />
          <UserFacts user={user} />
          <AccessActions user={user} />
          <UserOrders userId={user.id} orders={user.orders} />
          <UserVisits visits={user.visits} />
        </Box>
        <RecordAuditLog kind="user" id={user.id} revision={asOf} />
      </Box>
    </Page>
  )
}

/** One user: details, access actions, latest orders and audit log. */
export function UserPage() {
  const { id = '' } = useParams()
  const { data, dataUpdatedAt } = useQuery(queryFor(adminUsers.get, { params: { id } }))
  return data === undefined ? <RecordLoading /> : <UserDetails key={id} user={data} asOf={dataUpdatedAt} />
}

const rowStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  justifyContent: 'space-between',
  position: 'relative',
  py: 1,
  borderBottom: 1,
  borderColor: 'divider',
} as const

/** The latest orders of a user, with a link to all of them. */
function UserOrders({ userId, orders: { total, latest } }: { userId: number; orders: AdminUser['orders'] }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1 }}>
        {t('users.orders')}
      </Typography>
      {total === 0 && <Box sx={{ color: 'text.secondary' }}>{t('users.noOrders')}</Box>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {latest.map(order => (
          <Box component="li" key={order.id} sx={rowStyles}>
            <Box sx={{ minWidth: 0 }}>
              <RowLink path={`${PATHS.orders}/${order.id}`}>{t('users.orderNumber', { id: order.id })}</RowLink>
              <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
                {`${shopTimeText(order.updated_at)} · ${order.store.name} · ${t(`order.status.${order.status}`)}`}
              </Box>
            </Box>
            <Money cents={centsFromEuros(order.total_amount) ?? 0} size="line" />
          </Box>
        ))}
      </Box>
      {total > 0 && (
        <Button variant="outlined" component={Link} to={`${PATHS.orders}?user_id=${userId}&days=all`} sx={{ mt: 2 }}>
          {t('users.seeOrders', { count: total })}
        </Button>
      )}
    </Panel>
  )
}

function useFacts(user: AdminUser): readonly [string, ReactNode][] {
  const { t } = useTranslation()
  const language = useLanguages().find(({ id }) => id === user.language_id)
  const verified = t(user.is_verified ? 'users.isVerified' : 'users.notVerified')
  const { sessions } = user
  return [
    [
      t('users.email'),
      <MuiLink key="email" href={`mailto:${encodeURIComponent(user.email)}`} sx={{ display: 'inline-block', py: 1.25 }}>
        {user.email}
      </MuiLink>,
    ],
    [t('users.phone'), user.phone === null ? t('users.noPhone') : `${formatPhone(user.phone)} · ${verified}`],
    [t('users.lastLogin'), user.last_login === null ? t('users.never') : shopTimeText(user.last_login)],
    [t('users.sessions'), sessions === 0 ? t('users.noSession') : t('users.sessionCount', { count: sessions })],
    ...(user.is_admin ? [[t('users.passkeys'), String(user.passkeys)] satisfies [string, string]] : []),
    [t('users.store'), user.active_store?.name ?? t('users.noStore')],
    [t('users.language'), language?.name ?? '–'],
    [t('users.created'), shopTimeText(user.created_at)],
    [t('users.id'), String(user.id)],
  ]
}

/** The details of a user. */
function UserFacts({ user }: { user: AdminUser }) {
  const { t } = useTranslation()
  const id = useId()
  const facts = useFacts(user)
  return (
    <Panel component="section" aria-labelledby={id}>
      <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
        {t('users.details')}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {facts.map(([name, value]) => (
          <div key={name}>
            <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
              {name}
            </Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </div>
        ))}
      </Box>
    </Panel>
  )
}

/** The latest visits of a user. A visit without a purchase is a fact, not a verdict. */
function UserVisits({ visits: { total, latest } }: { visits: AdminUser['visits'] }) {
  const { t } = useTranslation()
  return (
    <TitledPanel title={t('users.visits')}>
      {total === 0 && <Box sx={{ color: 'text.secondary' }}>{t('users.noVisits')}</Box>}
      {total > latest.length && <Box sx={{ color: 'text.secondary' }}>{t('visits.count', { count: total })}</Box>}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {latest.map(({ id, created_at, store, has_purchase: isPurchase }) => (
          <Box component="li" key={id} sx={{ position: 'relative', py: 1, borderBottom: 1, borderColor: 'divider' }}>
            <RowLink path={PATHS.visit.replace(':id', String(id))}>{t('users.visitNumber', { id })}</RowLink>
            <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
              {[
                formatDateTime(new Date(created_at), store.time_zone),
                store.name,
                t(isPurchase ? 'users.visitWithPurchase' : 'users.visitWithoutPurchase'),
              ].join(' · ')}
            </Box>
          </Box>
        ))}
      </Box>
    </TitledPanel>
  )
}

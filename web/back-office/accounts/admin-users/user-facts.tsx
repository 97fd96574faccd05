import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { AdminUser } from '#contract/accounts/admin-users.ts'
import { formatPhone } from '#domain/accounts/phone-format.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { useLanguages } from '#web/kit/languages/queries.ts'
import { Panel } from '#web/kit/ui/panel.tsx'

function useFacts(user: AdminUser): readonly [string, string][] {
  const { t } = useTranslation()
  const language = useLanguages().find(({ id }) => id === user.language_id)
  const verified = t(user.is_verified ? 'users.isVerified' : 'users.notVerified')
  const { sessions } = user
  return [
    [t('users.email'), user.email],
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
export function UserFacts({ user }: { user: AdminUser }) {
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

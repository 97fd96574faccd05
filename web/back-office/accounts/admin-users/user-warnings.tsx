import MuiLink from '@mui/material/Link'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { AdminUser } from '#contract/accounts/admin-users.ts'
import { formatPhone } from '#domain/accounts/phone-format.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { PATHS } from '#web/kit/paths.ts'
import { Panel } from '#web/kit/ui/panel.tsx'

/** What is out of the ordinary with a user, in whole sentences. */
export function UserWarnings({ user }: { user: AdminUser }) {
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

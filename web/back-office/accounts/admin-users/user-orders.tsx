import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { AdminUser } from '#contract/accounts/admin-users.ts'
import { centsFromEuros } from '#domain/money.ts'
import { shopTimeText } from '#domain/shop-date.ts'
import { RowLink } from '#web/kit/lists/row-link.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Money } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'

const row = {
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
export function UserOrders({ userId, orders: { total, latest } }: { userId: number; orders: AdminUser['orders'] }) {
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
          <Box component="li" key={order.id} sx={row}>
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

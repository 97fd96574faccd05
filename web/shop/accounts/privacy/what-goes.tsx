import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router'
import type { privacy } from '#contract/accounts/privacy.ts'
import type { Answer } from '#contract/endpoint.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { preorderPath } from '#web/kit/paths.ts'

export type Removal = Answer<typeof privacy.removal>

const list = { m: 0, pl: 2.5, display: 'grid', gap: 0.75 }

/** What is erased with an account, what is kept of it and why, and the pre-orders that are cancelled with it. */
export function WhatGoes({ removal }: { removal: Removal }) {
  const { t } = useTranslation()
  const { email, paid_orders: count, preorders, hindrances } = removal
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <div>
        <Typography sx={{ fontWeight: 650 }}>{t('removal.erasedTitle')}</Typography>
        <Box component="ul" sx={{ ...list, overflowWrap: 'anywhere' }}>
          <li>{t('removal.erased.account', { email })}</li>
          <li>{t('removal.erased.signIns')}</li>
          <li>{t('removal.erased.traces')}</li>
        </Box>
      </div>
      <div>
        <Typography sx={{ fontWeight: 650 }}>{t('removal.keptTitle')}</Typography>
        <Box component="ul" sx={list}>
          <li>{count === 0 ? t('removal.keptNothing') : t('removal.keptOrders', { count })}</li>
        </Box>
      </div>
      {preorders.length > 0 && (
        <div>
          {hindrances.length === 0 && <Typography sx={{ fontWeight: 650 }}>{t('removal.cancelled')}</Typography>}
          <Box component="ul" sx={list}>
            {preorders.map(({ id, event }) => (
              <li key={id}>
                <MuiLink component={Link} to={preorderPath(id)} sx={{ display: 'inline-block', py: 1.25 }}>
                  {t('removal.preorder', { id, event })}
                </MuiLink>
              </li>
            ))}
          </Box>
        </div>
      )}
      <Typography color="textSecondary">{t('removal.forGood')}</Typography>
    </Box>
  )
}

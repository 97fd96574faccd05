import Box from '@mui/material/Box'
import type { PersonRight } from '#contract/accounts/people.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** Rights, each with its stores. */
export function RightList({ rights, isAdmin = false }: { rights: readonly PersonRight[]; isAdmin?: boolean }) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {isAdmin && (
        <li>
          <StatusPill tone="open">{t('users.admin')}</StatusPill>
        </li>
      )}
      {rights.map(({ kind, stores }) => (
        <li key={kind}>
          <StatusPill tone="open">{t(`people.kinds.${kind}`)}</StatusPill>{' '}
          {stores?.map(({ name }) => name).join(', ') ?? t('people.everywhere')}
        </li>
      ))}
    </Box>
  )
}

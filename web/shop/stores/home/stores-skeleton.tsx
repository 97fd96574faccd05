import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

const ROWS = [1, 2, 3]

/** The list's layout while the stores load. It isn't animated. */
export function StoresSkeleton() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ display: 'grid', gap: 1.5 }}>
      {ROWS.map(row => (
        <Skeleton key={row} animation={false} variant="rounded" height={124} />
      ))}
    </Box>
  )
}

import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

const ROWS = [1, 2, 3]

/** The list's shape while the stores are on their way. It does not move. */
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

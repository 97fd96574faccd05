import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

const TILES = [1, 2, 3, 4]

const blank = { borderRadius: 1, bgcolor: 'surface.mist' }

/** The page's shape while the figures are on their way. It does not move. */
export function FiguresSkeleton() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('common.loading')} sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 210px), 1fr))' }}>
        {TILES.map(tile => (
          <Box key={tile} sx={{ ...blank, height: 118 }} />
        ))}
      </Box>
      <Box sx={{ ...blank, height: 420 }} />
    </Box>
  )
}

import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ProductGrid } from './product-grid.tsx'

const CARDS = [1, 2, 3, 4, 5, 6, 7, 8]

/** The shelf's shape while its goods are on their way. It does not move. */
export function ShelfSkeleton() {
  const { t } = useTranslation()
  return (
    <Box role="status" aria-label={t('common.loading')}>
      <ProductGrid>
        {CARDS.map(card => (
          <Box
            key={card}
            component="li"
            aria-hidden
            sx={{ p: 1.25, border: 1, borderColor: 'divider', borderRadius: 1, bgcolor: 'background.paper' }}
          >
            <Skeleton
              animation={false}
              variant="rounded"
              sx={{ width: '100%', height: 'auto', aspectRatio: '16 / 11' }}
            />
            <Skeleton animation={false} width="70%" sx={{ mt: 1 }} />
            <Skeleton animation={false} width="50%" />
            <Skeleton animation={false} width="40%" height={32} />
          </Box>
        ))}
      </ProductGrid>
    </Box>
  )
}

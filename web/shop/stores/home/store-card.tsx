import type { Store } from '#contract/stores/stores.ts'
import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useId, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { Distance } from '#web/shop/stores/stores/distance.tsx'
import { OpeningPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { useDistances } from '#web/shop/stores/stores/queries.ts'
import { usePosition } from '#web/shop/stores/stores/use-position.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { BasketButton } from './basket-button.tsx'
import { DoorButton } from './door-button.tsx'

const { Part: StorePickerDialog } = lazyPart(async () => (await import('./store-picker-dialog.tsx')).StorePickerDialog)

// On a wide screen: the store on the left, its actions on the right.
const wide = {
  display: { md: 'flex' },
  gap: 4,
  alignItems: 'center',
  justifyContent: 'space-between',
  '& > :last-child': { flex: '0 0 280px' },
} as const

const spread = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }

/** The active store, whether it is open, and the link to the basket. */
export function StoreCard({ store, isWide = false }: { store: Store; isWide?: boolean }) {
  const { t } = useTranslation()
  const id = useId()
  // Undefined until it is first opened: only then is it loaded.
  const [isPicking, setPicking] = useState<boolean>()
  const { position } = usePosition({ isNeeded: false })
  const distances = useDistances(position).metres
  return (
    <Panel tone="fresh" component="section" aria-labelledby={id}>
      <Box sx={isWide ? wide : undefined}>
        <div>
          <Box sx={spread}>
            <OpeningPill store={store} />
            <Distance metres={distances.get(store.id)} />
          </Box>
          <Typography variant="h1" component="h2" id={id} sx={{ mt: 1.5, fontSize: { md: '1.75rem' } }}>
            {store.name}
          </Typography>
          <Typography color="textSecondary">
            {store.address}
            {'\u00a0· '}
            <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
              <MuiLink
                component="button"
                type="button"
                color="inherit"
                aria-label={t('home.changeStore')}
                aria-haspopup="dialog"
                onClick={() => setPicking(true)}
                sx={{ font: 'inherit', py: 1.25, my: -1.25, px: 1.5, mx: -1.5, verticalAlign: 'baseline' }}
              >
                {t('home.change')}
              </MuiLink>
            </Box>
          </Typography>
          {store.opens_at !== null && store.closes_at !== null && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5 }}>
              {t('home.hoursToday', { opensAt: store.opens_at, closesAt: store.closes_at })}
            </Typography>
          )}
        </div>
        <div>
          <Box sx={{ mt: 2 }}>
            <BasketButton />
          </Box>
          {store.has_lock && <DoorButton store={store} />}
          {store.test_payment && (
            <Box sx={{ mt: 1.5 }}>
              <StatusPill tone="attention">{t('home.testPayment')}</StatusPill>
            </Box>
          )}
        </div>
      </Box>
      {isPicking !== undefined && <StorePickerDialog open={isPicking} onClose={() => setPicking(false)} />}
    </Panel>
  )
}

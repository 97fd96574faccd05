import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import type { Store } from '#contract/stores/stores.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Distance } from './distance.tsx'
import { OpeningPill } from './opening-pill.tsx'

type StoreListProps = {
  stores: readonly Store[]
  distances: ReadonlyMap<number, number>
  // The store that the shopper is in, and the chosen one.
  nearId: number | undefined
  activeId: number | undefined
  onChoose: (store: Store) => void
  disabled: boolean
}

const row = {
  width: '100%',
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  justifyItems: 'start',
  textAlign: 'start',
  columnGap: 2,
  rowGap: 0.25,
  p: 2,
  border: 1,
  borderColor: 'line.strong',
  borderRadius: 1,
  bgcolor: 'background.paper',
  '&:hover': { borderColor: 'primary.main' },
} as const

const here = {
  borderColor: 'primary.main',
  outline: '1px solid',
  outlineColor: 'primary.main',
  bgcolor: 'surface.mist',
}

/** One press chooses a store. */
export function StoreList({ stores, distances, nearId, activeId, onChoose, disabled }: StoreListProps) {
  const { t } = useTranslation()
  return (
    <Box component="ul" sx={{ display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' }}>
      {stores.map(store => (
        <li key={store.id}>
          <ButtonBase
            onClick={() => onChoose(store)}
            disabled={disabled}
            sx={{ ...row, ...(store.id === nearId && here) }}
          >
            <Typography component="span" variant="h3">
              {store.name}
            </Typography>
            <Distance metres={distances.get(store.id)} />
            <Typography component="span" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
              {store.address}
            </Typography>
            <Box component="span" sx={{ gridColumn: '1 / -1', display: 'flex', flexWrap: 'wrap', gap: 1, mt: 0.75 }}>
              <OpeningPill store={store} />
              {store.id === nearId && <StatusPill tone="attention">{t('home.nearest')}</StatusPill>}
              {store.id === activeId && <StatusPill tone="closed">{t('home.yourStore')}</StatusPill>}
            </Box>
          </ButtonBase>
        </li>
      ))}
    </Box>
  )
}

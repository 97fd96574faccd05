import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { Store } from '#contract/stores/stores.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { OpeningPill } from './opening-pill.tsx'
import { openingStatus } from './opening-status.ts'
import { useRenewedNow } from './use-renewed-now.ts'

/** Warns before scanning and paying in a closed store. It blocks nothing: the shopper may already have the goods. */
export function ClosedNote({ store }: { store: Store | undefined }) {
  const { t } = useTranslation()
  const now = useRenewedNow()
  if (!store || openingStatus(store, now).isOpen) return null
  return (
    <Panel tone="attention" component="section" aria-label={t('home.closedTitle')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography component="p" variant="h3">
          {t('home.closedTitle')}
        </Typography>
        <OpeningPill store={store} />
      </Box>
      <Typography variant="body2" sx={{ mt: 0.5 }}>
        {t('home.closedText', { store: store.name })}
      </Typography>
    </Panel>
  )
}

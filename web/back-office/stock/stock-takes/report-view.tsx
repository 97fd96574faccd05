import type { StockStore } from '#web/back-office/stock/stock-work/stock-store.ts'
import type { StockTake } from '#contract/stock/stock-takes.ts'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { stockPath } from '#web/back-office/stock/stock-work/stock-address.ts'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { ExportLines } from './export-lines.tsx'
import { stateText, timeIn, valueText } from './stock-take-words.ts'
import { useAllLines } from './use-all-lines.ts'
import { VarianceTable } from './variance-table.tsx'

// In print, the top bar is hidden and rows aren't split.
const onPaper = {
  '@media print': {
    'header, nav, [data-no-print], [role="region"][aria-live]': { display: 'none !important' },
    tr: { breakInside: 'avoid' },
    body: { background: '#fff', color: '#000' },
  },
}

/** The result of a finished stock take, to read and to print. */
export function ReportView({ store, take }: { store: StockStore; take: StockTake }) {
  const { t } = useTranslation()
  const { data: lines } = useAllLines(take.id, false)
  const facts = [
    [t('stock.store'), store.name],
    [t('stock.level'), stateText(take.state, t)],
    [t('stockTakes.started'), `${timeIn(store, take.started_at)}, ${take.started_by.email}`],
    [
      t('stockTakes.finished'),
      [take.closed_at === null ? '' : timeIn(store, take.closed_at), take.closed_by?.email].filter(Boolean).join(', '),
    ],
    [t('stockTakes.counted'), String(take.counted)],
    [t('stockTakes.different'), String(take.different)],
    [t('stockTakes.value'), valueText(take.value)],
  ] as const
  return (
    <Page
      title={t('stockTakes.name', { id: String(take.id) })}
      width="wide"
      aside={
        <Box data-no-print sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {lines && lines.length > 0 && <ExportLines takeId={take.id} />}
          <Button variant="outlined" size="small" onClick={() => print()}>
            {t('stockTakes.print')}
          </Button>
          <Button variant="text" size="small" component={Link} to={stockPath({ store: store.id, take: 'all' })}>
            {t('stockTakes.title')}
          </Button>
        </Box>
      }
    >
      <GlobalStyles styles={onPaper} />
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', columnGap: 3, rowGap: 0.5 }}
      >
        {facts.map(([name, value]) => (
          <Box key={name} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {name}
            </Box>
            <Box component="dd" sx={{ m: 0, fontWeight: 650 }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
      {!lines && <RecordLoading />}
      {lines?.length === 0 && <EmptyState title={t('stockTakes.noneCounted')} />}
      {lines && lines.length > 0 && <VarianceTable caption={t('stockTakes.report')} lines={lines} />}
    </Page>
  )
}

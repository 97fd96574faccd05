import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useQuery } from '@tanstack/react-query'
import { listExports } from '#contract/administration/list-exports.ts'
import { LARGEST_PAGE } from '#contract/lists.ts'
import { type StockTake, type StockTakeLine, stockTakes } from '#contract/stock/stock-takes.ts'
import type { StockStore } from '#web/back-office/stock/stock-work/stock-store.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ExportMenu } from '#web/kit/lists/list-menu.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { stateText, timeIn, valueText } from './stock-take-labels.ts'
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

const ENDPOINTS = { csv: listExports.stockTakeLinesCsv, xlsx: listExports.stockTakeLinesXlsx }

/** Exports the counted and expected quantities and the value of the difference; largest shortage first. */
export function ExportLines({ takeId }: { takeId: number }) {
  return <ExportMenu endpoints={ENDPOINTS} params={{ id: takeId }} query={{ counted: 'true', sort: 'value' }} />
}

async function loadAll(id: number, signal: AbortSignal): Promise<readonly StockTakeLine[]> {
  const lines: StockTakeLine[] = []
  for (let page = 1; ; page++) {
    const query = { counted: 'true', sort: 'value', size: LARGEST_PAGE, page }
    const { items, total } = await callApi(stockTakes.lines, { params: { id }, query, signal })
    lines.push(...items)
    if (items.length === 0 || lines.length >= total) return lines
  }
}

/** Every counted product of a stock take, largest shortage first. */
export const useAllLines = (takeId: number, pollMs: number | false) =>
  useQuery({
    queryKey: [...queryKeyOf(stockTakes.lines, { params: { id: takeId } }), 'all'],
    queryFn: ({ signal }) => loadAll(takeId, signal),
    refetchInterval: pollMs,
  })

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import GlobalStyles from '@mui/material/GlobalStyles'
import { useQuery } from '@tanstack/react-query'
import { listExports } from '#contract/administration/list-exports.ts'
import { MAX_PAGE_SIZE } from '#contract/lists.ts'
import { type StockTake, type StockTakeLine, stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import { formatUnitQuantity, signedText } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ExportMenu } from '#web/kit/lists/list-menu.tsx'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { stateText, timeIn, valueText } from './stock-take-labels.ts'

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
  const hasValues = useMay()(stock.value, store.id)
  const facts = [
    [t('stock.store'), store.name],
    [t('stock.level'), stateText(take.state, t)],
    [t('stockTakes.started'), [timeIn(store, take.started_at), take.started_by.email].filter(Boolean).join(', ')],
    [
      t('stockTakes.finished'),
      [take.closed_at === null ? '' : timeIn(store, take.closed_at), take.closed_by?.email].filter(Boolean).join(', '),
    ],
    [t('stockTakes.counted'), String(take.counted)],
    [t('stockTakes.different'), String(take.with_variance)],
    ...(hasValues ? [[t('stockTakes.value'), valueText(take.value)] as const] : []),
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
      {lines && lines.length > 0 && (
        <VarianceTable caption={t('stockTakes.report')} lines={lines} hasValues={hasValues} />
      )}
    </Page>
  )
}

const EXPORT_ENDPOINTS = { csv: listExports.stockTakeLinesCsv, xlsx: listExports.stockTakeLinesXlsx }

/** Exports the counted and expected quantities and the value of the difference; largest shortage first. */
export function ExportLines({ takeId }: { takeId: number }) {
  return <ExportMenu endpoints={EXPORT_ENDPOINTS} params={{ id: takeId }} query={{ counted: 'true', sort: 'value' }} />
}

async function loadAll(id: number, signal: AbortSignal): Promise<readonly StockTakeLine[]> {
  const lines: StockTakeLine[] = []
  for (let page = 1; ; page++) {
    const query = { counted: 'true', sort: 'value', size: MAX_PAGE_SIZE, page }
    const { items, total } = await callApi(stockTakes.lines, { params: { id }, query, signal })
    lines.push(...items)
    if (items.length === 0 || lines.length >= total) return lines
  }
}

/** Every counted product of a stock take, largest shortage first. */
export const useAllLines = (takeId: number, pollMs: number | false) =>
  useQuery({
    queryKey: [...queryKey(stockTakes.lines, { params: { id: takeId } }), 'all'],
    queryFn: ({ signal }) => loadAll(takeId, signal),
    refetchInterval: pollMs,
  })

type VarianceTableProps = {
  caption: string
  lines: readonly StockTakeLine[]
  /** With what the differences are worth. */
  hasValues: boolean
}

const figureStyles = { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const
// On a phone each row is a small card: the name, and below it the labelled figures.
const tableStyles = {
  width: '100%',
  borderCollapse: 'collapse',
  bgcolor: 'background.paper',
  '& th, & td': { p: 1 },
  '& th': { textAlign: 'start' },
  '& thead th:not(:first-of-type)': { textAlign: 'end' },
  '& tbody tr': { borderTop: 1, borderColor: 'divider' },
  '@media screen and (max-width: 599.95px)': {
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tbody tr': { display: 'grid', gridTemplateColumns: '1fr 1fr', py: 0.5 },
    '& tbody th': { gridColumn: '1 / -1', pb: 0 },
    '& td': { display: 'flex', justifyContent: 'space-between', gap: 1, py: 0.25, whiteSpace: 'normal' },
    '& td::before': { content: 'attr(data-label)', color: 'text.secondary' },
  },
} as const

/** Counted against expected quantities, and the value of the difference. */
export function VarianceTable({ caption, lines, hasValues }: VarianceTableProps) {
  const { t } = useTranslation()
  const headings = {
    expected: t('stockTakes.expected'),
    counted: t('stockTakes.counted'),
    variance: t('stockTakes.variance'),
    ...(hasValues && { value: t('stockTakes.value') }),
  }
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
      <Box component="table" aria-label={caption} sx={tableStyles}>
        <Box component="thead" sx={{ bgcolor: 'surface.mist' }}>
          <tr>
            <th scope="col">{t('stock.product')}</th>
            {Object.values(headings).map(heading => (
              <th scope="col" key={heading}>
                {heading}
              </th>
            ))}
          </tr>
        </Box>
        <tbody>
          {lines.map(({ product_id: id, name, unit, expected, counted, variance, value }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <Box component="td" data-label={headings.expected} sx={figureStyles}>
                {formatUnitQuantity(expected, unit, t)}
              </Box>
              <Box component="td" data-label={headings.counted} sx={figureStyles}>
                {formatUnitQuantity(counted ?? 0, unit, t)}
              </Box>
              <Box component="td" data-label={headings.variance} sx={{ ...figureStyles, fontWeight: 650 }}>
                {signedText(variance ?? 0, unit, t)}
              </Box>
              {hasValues && (
                <Box component="td" data-label={headings.value} sx={figureStyles}>
                  {valueText(value ?? 0)}
                </Box>
              )}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type StockTakeLine, stockTakes } from '#contract/stock/stock-takes.ts'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ListSearch } from '#web/kit/lists/list-search.tsx'
import { Pager } from '#web/kit/lists/pager.tsx'
import { useListState } from '#web/kit/lists/use-list-state.ts'
import { TrashIcon } from '#web/kit/ui/icons.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { POLL_MS } from './count-queue.ts'

type StockTakeLinesProps = {
  takeId: number
  /** Hides the ledger's quantities, so that they don't influence the count. */
  isBlind: boolean
  disabled: boolean
  /** Includes pending counts. */
  getCounted: (line: StockTakeLine) => number | null
  onMany: (line: StockTakeLine) => void
  onForget: (line: StockTakeLine) => void
}

/** The counted products, latest first, or those not counted yet. */
export function StockTakeLines(props: StockTakeLinesProps) {
  const { takeId, isBlind, disabled, getCounted, onMany, onForget } = props
  const { t } = useTranslation()
  const state = useListState(['counted'])
  const isUncounted = state.filters['counted'] === 'false'
  const order = isUncounted ? { counted: 'false', sort: 'name' } : LATEST_COUNTED
  const { data } = useQuery(linesQuery(takeId, { ...state.query, ...order, page: state.page }))
  const tabs = [
    [t('stockTakes.tabCounted'), undefined],
    [t('stockTakes.tabUncounted'), 'false'],
  ] as const
  return (
    <Box component="section" aria-label={t('stock.lines')} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {tabs.map(([label, counted]) => (
          <button
            type="button"
            key={label}
            className={CHOICE_CLASS}
            aria-pressed={isUncounted === (counted === 'false')}
            onClick={() => state.change({ counted }, { replace: true })}
          >
            {label}
          </button>
        ))}
        <ListSearch label={t('stock.search')} value={state.q} onChange={q => state.change({ q }, { replace: true })} />
      </Box>
      {data?.items.length === 0 && (
        <Box sx={{ color: 'text.secondary', py: 2 }}>
          {isUncounted ? t('stockTakes.allCounted') : t('stockTakes.noneCounted')}
        </Box>
      )}
      <Box component="ul" sx={{ m: 0, p: 0 }}>
        {data?.items.map(line => {
          const counted = getCounted(line)
          const text = counted === null ? '–' : formatUnitQuantity(counted, line.unit, t)
          return (
            <Box
              component="li"
              key={line.product_id}
              sx={{
                listStyle: 'none',
                display: 'grid',
                gridTemplateColumns: 'minmax(0, 1fr) auto auto',
                columnGap: 1,
                alignItems: 'center',
                minHeight: 56,
                borderBottom: 1,
                borderColor: 'divider',
              }}
            >
              <Box>
                <Box sx={{ fontWeight: 650 }}>{line.name}</Box>
                {!isBlind && (
                  <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
                    {t('stockTakes.expectedIs', { quantity: formatUnitQuantity(line.expected, line.unit, t) })}
                  </Box>
                )}
              </Box>
              <Button
                variant="outlined"
                size="small"
                disabled={disabled}
                aria-label={t('stock.changeQuantity', { product: line.name, quantity: text })}
                onClick={() => onMany(line)}
                sx={{ minWidth: 72, fontVariantNumeric: 'tabular-nums' }}
              >
                {text}
              </Button>
              {line.counted === null ? (
                <span />
              ) : (
                <IconButton
                  aria-label={t('stockTakes.forget', { product: line.name })}
                  disabled={disabled}
                  onClick={() => onForget(line)}
                >
                  <TrashIcon />
                </IconButton>
              )}
            </Box>
          )
        })}
      </Box>
      {data && <Pager page={state.page} total={data.total} />}
    </Box>
  )
}

/** The latest counts, from any phone. */
export const LATEST_COUNTED = { counted: 'true', sort: '-counted_at', page: 1 }

/** A page of lines, polled because other phones count too. */
export const linesQuery = (takeId: number, query: Readonly<Record<string, string | number>>) => ({
  ...queryFor(stockTakes.lines, { params: { id: takeId }, query }),
  placeholderData: keepPreviousData,
  refetchInterval: POLL_MS,
})

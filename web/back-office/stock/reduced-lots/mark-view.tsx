import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Answer } from '#contract/endpoint.ts'
import { markdownRules } from '#contract/stock/markdown-rules.ts'
import { type ReducedLot, reducedLots } from '#contract/stock/reduced-lots.ts'
import { toLot } from '#domain/catalogue/lot.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { stockPath } from '#web/back-office/stock/stock-work/work-labels.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryFor, queryKey } from '#web/kit/api/query-for.ts'
import { serverNow } from '#web/kit/api/server-clock.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useLiveQueries } from '#web/kit/live/use-changes.ts'
import { useTick } from '#web/kit/mutations/use-tick.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { TickBox } from '#web/kit/ui/inputs/tick-box.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { lotDateText } from '#web/shop/catalogue/products/lot-text.ts'
import { RedLabelsDialog } from './red-labels-dialog.tsx'

type LotsAnswer = Answer<typeof reducedLots.list>

type LotTick = { lot: ReducedLot; isTicked: boolean }

function useTicks(storeId: number) {
  const params = { id: storeId }
  return useTick<LotsAnswer, LotTick>({
    key: queryKey(reducedLots.list, { params }),
    send: ({ lot: { id: lot_id, days_left, percent, reduced_price }, isTicked }) =>
      isTicked
        ? callApi(reducedLots.mark, { params, body: { lots: [{ lot_id, days_left, percent, reduced_price }] } })
        : callApi(reducedLots.unmark, { params, body: { lots: [{ lot_id, days_left }] } }),
    put: (shown, { lot, isTicked }) => {
      const marked_at = isTicked ? (lot.marked_at ?? new Date(serverNow()).toISOString()) : null
      return { ...shown, items: shown.items.map(each => (each.id === lot.id ? { ...each, marked_at } : each)) }
    },
  })
}

const rowBox = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: 0.5,
  py: 1,
  pl: 0.5,
  pr: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  cursor: 'pointer',
} as const

type RowsProps = { label: string; lots: readonly ReducedLot[]; onTick: (tick: LotTick) => void }

/** One row a lot; a press anywhere on it ticks it off, or undoes that. Ticked rows stay in place. */
function LotRows({ label, lots, onTick }: RowsProps) {
  const { t } = useTranslation()
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, display: 'grid', gap: 1 }}>
      {lots.map(lot => {
        const { id, name, unit, quantity, percent, lot: number, price, reduced_price: reduced, has_code: hasCode } = lot
        const details = [lotDateText(toLot(lot), t), number !== null && t('stock.lotNumber', { lot: number })].filter(
          Boolean,
        )
        return (
          <Box component="li" key={id} sx={{ listStyle: 'none' }}>
            <Box component="label" sx={rowBox}>
              <TickBox
                checked={lot.marked_at !== null}
                onChange={event => onTick({ lot, isTicked: event.target.checked })}
              />
              <Box
                sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2, rowGap: 0.5 }}
              >
                <Box sx={{ minWidth: 'min(100%, 9rem)', flex: '1 1 0', overflowWrap: 'anywhere' }}>
                  <Box component="span" sx={{ display: 'block', fontWeight: 650 }}>
                    {name}
                  </Box>
                  <Box component="span" sx={{ display: 'block', typography: 'body2', color: 'text.secondary' }}>
                    {details.join(', ')}
                  </Box>
                  <Box component="span" sx={{ display: 'block', typography: 'body2' }}>
                    {formatUnitQuantity(quantity, unit, t)}
                    {!hasCode && `. ${t('redLabels.noCode')}`}
                  </Box>
                </Box>
                <Box sx={{ display: 'grid', justifyItems: 'end', alignContent: 'start', gap: 0.5, ml: 'auto' }}>
                  <StatusPill tone="danger">−{percentText(percent)}</StatusPill>
                  <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
                    <Box component="s" sx={{ color: 'text.secondary', typography: 'body2' }}>
                      {eurosText(price)}
                    </Box>{' '}
                    <strong>{eurosText(reduced)}</strong>
                  </Box>
                </Box>
              </Box>
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

/** What to put red labels on today, for helpers with a phone in the store. */
export function MarkView({ store }: { store: StockStore }) {
  const { t } = useTranslation()
  const { data } = useQuery(queryFor(reducedLots.list, { params: { id: store.id } }))
  useLiveQueries([reducedLots.list])
  const onTick = useTicks(store.id)
  const [isPrinting, setPrinting] = useState(false)
  const back = (
    <Button variant="text" size="small" component={Link} to={stockPath({ store: store.id, lots: 'all' })}>
      {t('stock.lots')}
    </Button>
  )
  if (!data) return <RecordLoading />
  const { items, today } = data
  const isEarlier = ({ marked_at: at }: ReducedLot) => at !== null && isoDate(new Date(at), store.time_zone) < today
  const [earlier, current] = [items.filter(isEarlier), items.filter(lot => !isEarlier(lot))]
  const due = current.filter(lot => lot.marked_at === null).length
  return (
    <Page title={t('redLabels.title')} lead={`${store.name}. ${t('redLabels.lead')}`} aside={back}>
      {items.length === 0 ? (
        <NothingToMark storeId={store.id} />
      ) : (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
            <Box role="status" sx={{ fontWeight: 650, flex: '1 1 auto' }}>
              {due === 0 ? t('redLabels.allMarked') : t('redLabels.toMark', { count: due })}
            </Box>
            <Button variant="contained" aria-haspopup="dialog" onClick={() => setPrinting(true)}>
              {t('redLabels.print')}
            </Button>
          </Box>
          {current.length > 0 && <LotRows label={t('redLabels.title')} lots={current} onTick={onTick} />}
          {earlier.length > 0 && <EarlierLots lots={earlier} onTick={onTick} />}
          {isPrinting && <RedLabelsDialog store={store} lots={items} onClose={() => setPrinting(false)} />}
        </>
      )}
    </Page>
  )
}

/** What got its labels on an earlier day, closed until somebody looks for it. */
function EarlierLots({ lots, onTick }: Omit<RowsProps, 'label'>) {
  const { t } = useTranslation()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const label = t('redLabels.earlier', { count: lots.length })
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Button variant="text" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {label}
      </Button>
      <Box id={id} sx={{ width: '100%' }}>
        {isOpen && <LotRows label={label} lots={lots} onTick={onTick} />}
      </Box>
    </Box>
  )
}

function NothingToMark({ storeId }: { storeId: number }) {
  const { t } = useTranslation()
  const mayChange = useMay()(markdownRules.get, storeId)
  const [path, text] = mayChange
    ? [stockPath({ store: storeId, markdown: 'rules' }), t('stock.markdowns')]
    : [stockPath({ store: storeId, work: 'delivery' }), t('stock.delivery')]
  return (
    <EmptyState
      title={t('redLabels.none')}
      text={t('redLabels.noneText')}
      drawing={<EmptyDrawing subject="shelf" />}
      action={
        <Button variant="outlined" component={Link} to={path}>
          {text}
        </Button>
      }
    />
  )
}

import Button from '@mui/material/Button'
import { type StockLot, stock } from '#contract/stock/stock.ts'
import { lotKey, toLot } from '#domain/catalogue/lot.ts'
import { DAY_MS } from '#domain/durations.ts'
import { todayAt } from '#web/back-office/kit/days.ts'
import { formatUnitQuantity } from '#web/back-office/kit/quantity-labels.ts'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListSource } from '#web/kit/lists/list-types.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { lotDateText } from '#web/shop/catalogue/products/lot-text.ts'
import { stockPath } from './work-labels.ts'

/** A date this near is marked. */
const SOON_DAYS = 7

const countDays = (day: string, today: string): number => Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS)

/** How soon a lot ends, in words. */
function EndPill({ day, today }: { day: string; today: string }) {
  const { t } = useTranslation()
  const days = countDays(day, today)
  if (days > SOON_DAYS) return null
  const text = days < 0 ? t('stock.hasEnded') : days === 0 ? t('stock.endsToday') : t('stock.endsIn', { count: days })
  return <StatusPill tone={days < 0 ? 'danger' : 'attention'}>{text}</StatusPill>
}

function useColumns({ time_zone: timeZone }: StockStore): readonly ListColumn<StockLot>[] {
  const { t } = useTranslation()
  const today = todayAt(timeZone)
  return [
    { name: 'name', label: t('stock.product'), role: 'title', cell: ({ name }) => name },
    {
      name: 'last_day',
      label: t('stock.date'),
      sort: 'last_day',
      cell: lot => lotDateText(toLot(lot), t) || '–',
    },
    { name: 'lot', label: t('stock.lot'), labelOnCard: true, cell: ({ lot }) => lot ?? '–' },
    {
      name: 'quantity',
      label: t('stock.quantity'),
      align: 'end',
      cell: ({ quantity, unit }) => formatUnitQuantity(quantity, unit, t),
    },
    {
      name: 'ends',
      label: t('stock.level'),
      role: 'status',
      cell: ({ best_before: bestBefore, use_by: useBy }) => {
        const day = useBy ?? bestBefore
        return day === null ? null : <EndPill day={day} today={today} />
      },
    },
  ]
}

/** The lots that a store has, those that end first at the top. */
export function LotList({ store }: { store: StockStore }) {
  const { t } = useTranslation()
  const may = useMay()
  const source: ListSource<StockLot> = {
    endpoint: stock.lots,
    isLive: true,
    params: { id: store.id },
    getId: ({ id }) => id,
    getName: ({ name, lot, best_before: bestBefore, use_by: useBy }) =>
      `${name} ${lotKey({ ...(lot !== null && { lot }), ...(useBy !== null && { useBy }), ...(bestBefore !== null && { bestBefore }) })}`,
    ...(may(stock.ledger, store.id) && {
      getPath: ({ product_id: product }: StockLot) => stockPath({ store: store.id, product }),
    }),
  }
  const within = (['0', '7', '30'] as const).map(value => ({
    value,
    label: value === '0' ? t('stock.endsToday') : t('stock.endsWithin', { count: Number(value) }),
  }))
  return (
    <Page
      title={t('stock.lots')}
      lead={`${store.name}. ${t('stock.lotsLead')}`}
      width="wide"
      aside={
        <>
          <Button variant="contained" size="small" component={Link} to={stockPath({ store: store.id, mark: 'today' })}>
            {t('redLabels.title')}
          </Button>
          <Button variant="text" size="small" component={Link} to={stockPath({ store: store.id })}>
            {t('stock.backToStock')}
          </Button>
        </>
      }
    >
      <AdminList
        caption={t('stock.lots')}
        source={source}
        columns={useColumns(store)}
        defaultSort="last_day"
        filters={[{ name: 'ends_within', label: t('stock.ends'), options: within }]}
        countText={count => t('stock.lotCount', { count })}
        empty={<EmptyState title={t('stock.noLots')} text={t('stock.noLotsText')} />}
      />
    </Page>
  )
}

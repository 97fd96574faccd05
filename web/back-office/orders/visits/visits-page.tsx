import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { listExports } from '#contract/administration/list-exports.ts'
import { settings } from '#contract/administration/settings.ts'
import { type Visit, visits } from '#contract/orders/visits.ts'
import { formatTime } from '#domain/format/date-format.ts'
import { isDay } from '#domain/format/iso-day.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { readDay, todayAt } from '#web/back-office/kit/days.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { DateInput } from '#web/kit/forms/date-input.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { AdminList } from '#web/kit/lists/admin-list.tsx'
import type { ListColumn, ListFilter, ListSource } from '#web/kit/lists/list-types.ts'
import { Steps } from '#web/kit/lists/pager.tsx'
import { EmailText } from '#web/kit/lists/row-parts.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useMay } from '#web/kit/session/use-may.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'

/** What is logged, and how long it is kept. */
function RetentionNote() {
  const { t } = useTranslation()
  const { data } = useQuery({ ...queryFor(settings.retention), meta: { isBackground: true } })
  return (
    <Box sx={{ color: 'text.secondary', typography: 'body2', display: 'grid', justifyItems: 'start' }}>
      <span>
        {t('visits.about')} {data && t('visits.retention', { count: data.visit_days })}
      </span>
      <MuiLink component={Link} to={PATHS.settingsSection.replace(':section', 'retention')} sx={{ py: 1.5 }}>
        {t('visits.change')}
      </MuiLink>
    </Box>
  )
}

const LIST_EXPORTS = { csv: listExports.visitsCsv, xlsx: listExports.visitsXlsx }

const figureStyles = { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const

/** The time in the store's time zone. */
const timeCell = ({ created_at, store }: Visit) => (
  <span style={figureStyles}>{formatTime(new Date(created_at), store.time_zone)}</span>
)
const userCell = ({ user }: Visit) => <EmailText address={user.email} />

/** The orders of a visit with their sums; a dash for a visit without one. */
const ordersCell = ({ orders }: Visit) =>
  orders.length === 0 ? '–' : orders.map(order => <VisitOrder key={order.id} order={order} />)

function VisitOrder({ order }: { order: Visit['orders'][number] }) {
  const { t } = useTranslation()
  const unpaid = t(order.is_cancelled ? 'visits.cancelled' : 'visits.unpaid')
  return (
    <Box component="span" sx={{ display: 'block', ...figureStyles }}>
      {[
        t('users.orderNumber', { id: order.id }),
        eurosText(order.total_amount),
        ...(order.is_paid ? [] : [unpaid]),
      ].join(' · ')}
    </Box>
  )
}

function useColumns(): readonly ListColumn<Visit>[] {
  const { t } = useTranslation()
  return [
    { name: 'at', label: t('visits.at'), sort: 'at', cell: timeCell },
    { name: 'user', label: t('visits.user'), role: 'title', sort: 'user', cell: userCell },
    {
      name: 'phone',
      label: t('visits.phone'),
      cell: ({ user: { phone } }) => <span style={figureStyles}>{phone === null ? '' : formatPhone(phone)}</span>,
    },
    {
      name: 'door_codes',
      label: t('visits.doorCodes'),
      cell: ({ door_codes }) => <span style={figureStyles}>{door_codes.join(', ')}</span>,
    },
    { name: 'store', label: t('visits.store'), sort: 'store', cell: ({ store }) => store.name },
    { name: 'began_by', label: t('visits.beganBy'), cell: ({ began_by }) => t(`visits.beginnings.${began_by}`) },
    { name: 'orders', label: t('visits.orders'), cell: ordersCell },
    { name: 'id', label: t('visits.id'), labelOnCard: true, cell: ({ id }) => <span style={figureStyles}>{id}</span> },
  ]
}

const visitSource = (date: string): ListSource<Visit> => ({
  endpoint: visits.list,
  isLive: true,
  params: { date },
  getId: ({ id }) => id,
  getName: ({ user }) => user.email,
  getPath: ({ id }) => PATHS.visit.replace(':id', String(id)),
})

/** The day and the stores of the address, and the function for choosing another day. */
function useDay() {
  const [params, setParams] = useSearchParams()
  const stores = useStoreChoices(visits.list) ?? []
  const chosen = stores.find(({ id }) => String(id) === params.get('store'))
  const today = todayAt(chosen?.time_zone)
  const choose = (day: string) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      next.delete('page')
      if (day === today) next.delete('date')
      else next.set('date', day)
      return next
    })
  return { day: readDay(params.get('date'), today), today, stores, choose }
}

/** The shoppers who visited the stores on a day. */
export function VisitsPage() {
  const { t } = useTranslation()
  const columns = useColumns()
  const may = useMay()
  const { day, today, stores, choose } = useDay()
  const filters: readonly ListFilter[] = [
    {
      name: 'store',
      label: t('visits.store'),
      options: stores.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'purchase',
      label: t('visits.purchase'),
      options: [
        { value: 'false', label: t('visits.withoutPurchase') },
        { value: 'true', label: t('visits.withPurchase') },
      ],
    },
  ]
  return (
    <Page title={t('links./visitors-log')} width="wide" aside={<DayBar day={day} today={today} onChange={choose} />}>
      <AdminList
        caption={t('links./visitors-log')}
        source={visitSource(day)}
        columns={columns}
        defaultSort="-at"
        filters={filters}
        countText={count => t('visits.count', { count })}
        sumsText={({ paid = 0, purchases = 0 }) =>
          t('lists.sumPurchases', { count: purchases, amount: eurosText(paid) })
        }
        exports={LIST_EXPORTS}
        empty={<EmptyState title={t('visits.empty')} drawing={<EmptyDrawing subject="door" />} />}
      />
      {may(settings.retention) && <RetentionNote />}
    </Page>
  )
}

type DayBarProps = {
  day: string
  today: string
  onChange: (day: string) => void
}

/** Chooses the day: by its date, or the next or previous one. */
function DayBar({ day, today, onChange }: DayBarProps) {
  const { t } = useTranslation()
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'start' }}>
      {day !== today && (
        <Button size="small" onClick={() => onChange(today)}>
          {t('visits.today')}
        </Button>
      )}
      <Steps
        earlier={t('visits.earlier')}
        later={t('visits.later')}
        onStep={by => onChange(plusDays(day, by))}
        isLast={day >= today}
        width={300}
      >
        <DateInput
          name="date"
          label={t('visits.day')}
          value={day}
          // An empty or partly typed date isn't a day.
          onChange={date => isDay(date) && onChange(date)}
        />
      </Steps>
    </Box>
  )
}

import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { adminPreorders, type EventTotals } from '#contract/preorders/admin-preorders.ts'
import { daysText } from '#domain/format/day-text.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { Euros } from '#web/back-office/kit/figures.tsx'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { TitledPanel } from '#web/back-office/orders/admin-orders/titled-panel.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BarField } from '#web/kit/lists/pager.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { CHOICE_CLASS } from '#web/kit/ui/inputs/field-frame.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { FigureTable } from './figure-table.tsx'
import { LoadedData } from './loaded-data.tsx'
import { OrderView } from './order-view.tsx'
import { PdfLinks, PickListView } from './pick-list-view.tsx'
import { amountText, placesText } from './quantity-labels.ts'
import { SupplierOrderView } from './supplier-order-view.tsx'
import { useEventChoices, useEventState, usePreorderPlace } from './use-preorder-place.ts'

const tabsStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  '& > a': { display: 'inline-flex', alignItems: 'center', textDecoration: 'none' },
} as const

/** Links to the views of the page, for the same event and store. */
function ViewLinks() {
  const { t } = useTranslation()
  const { view, views, queryOfView } = usePreorderPlace()
  if (views.length < 2) return null
  return (
    <Box component="nav" aria-label={t('adminPreorders.views')} sx={tabsStyles}>
      {views.map(each => (
        <Link
          key={each}
          to={`${PATHS.preorders}${queryOfView(each)}`}
          aria-current={each === view ? 'page' : undefined}
          className={CHOICE_CLASS}
        >
          {t(`adminPreorders.view.${each}`)}
        </Link>
      ))}
    </Box>
  )
}

function ChosenView() {
  const { t } = useTranslation()
  const { view, eventId, storeId } = usePreorderPlace()
  if (view === 'orders') return <OrderView />
  if (eventId === '')
    return <EmptyState title={t('adminPreorders.chooseEvent')} text={t('adminPreorders.chooseText')} />
  if (view === 'totals') return <TotalsView eventId={eventId} storeId={storeId} />
  if (view === 'supplierOrders') return <SupplierOrderView eventId={eventId} />
  if (storeId === '') return <StoreChoice eventId={eventId} />
  return <PickListView eventId={eventId} storeId={storeId} />
}

/** The stores of the event, each with its own pick list. */
function StoreChoice({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const { choose, stores: allStores } = usePreorderPlace()
  const stores = useEventState(eventId).data?.stores ?? allStores
  return (
    <EmptyState
      title={t('adminPreorders.chooseStore')}
      text={t('adminPreorders.chooseStoreText')}
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
          {stores.map(({ id, name }) => (
            <Button key={id} variant="outlined" onClick={() => choose({ store_id: String(id) })}>
              {name}
            </Button>
          ))}
        </Box>
      }
    />
  )
}

/** The booked pre-orders: orders, totals, pick lists by store, and orders to suppliers. */
export function PreordersPage() {
  const { t } = useTranslation()
  const events = useEventChoices()
  const mayOpen = useMayOpen()
  return (
    <Page
      title={t('links./preorders')}
      width="wide"
      aside={events && events.length > 0 && <PlaceBar events={events} />}
    >
      {events?.length === 0 ? (
        <EmptyState
          title={t('adminPreorders.noEvents')}
          text={t('adminPreorders.noEventsText')}
          action={
            mayOpen(PATHS.preorderEventCreate) && (
              <Button variant="outlined" component={Link} to={PATHS.preorderEventCreate}>
                {t('adminPreorders.newEvent')}
              </Button>
            )
          }
        />
      ) : (
        <>
          <ViewLinks />
          <ChosenView />
        </>
      )}
    </Page>
  )
}

type EventChoice = { id: number; name: string; start_date: string; end_date: string }

/** The choice of the event and its store. */
function PlaceBar({ events }: { events: readonly EventChoice[] }) {
  const { t } = useTranslation()
  const { eventId, storeId, stores: allStores, choose } = usePreorderPlace()
  const stores = useEventState(eventId).data?.stores ?? allStores
  return (
    <Box sx={{ flex: '1 1 300px', display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'end' }}>
      <BarField flex="1 1 130px" maxWidth={380}>
        <SelectInput
          label={t('adminPreorders.event')}
          placeholder={t('adminPreorders.anyEvent')}
          value={eventId}
          // Another event has other stores.
          onChange={event_id => choose({ event_id, store_id: '' })}
          options={events.map(({ id, name, ...days }) => ({
            value: String(id),
            label: `${name}, ${daysText(days)}`,
          }))}
        />
      </BarField>
      {allStores.length > 1 && (
        <BarField flex="1 1 130px" maxWidth={260}>
          <SelectInput
            label={t('adminPreorders.store')}
            placeholder={t('adminPreorders.anyStore')}
            value={storeId}
            onChange={store_id => choose({ store_id })}
            options={stores.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </BarField>
      )}
    </Box>
  )
}

type EventSums = Pick<EventTotals, 'gross' | 'net' | 'tax'>
export const SUM_NAMES = ['gross', 'net', 'tax'] as const
const sumCells = (sums: EventSums) => SUM_NAMES.map(name => <Euros key={name} amount={sums[name]} />)

function SupplierSection({
  supplier,
  stores,
}: { supplier: EventTotals['suppliers'][number] } & Pick<EventTotals, 'stores'>) {
  const { t } = useTranslation()
  const labels = SUM_NAMES.map(name => t(`adminPreorders.${name}`))
  return (
    <TitledPanel title={supplier.name}>
      <FigureTable
        caption={supplier.name}
        headings={[t('adminPreorders.product'), t('adminPreorders.quantity'), ...labels]}
        rows={supplier.products.map(product => ({
          key: product.id,
          name: product.name,
          detail: stores.length > 1 ? placesText(product, stores, t) : undefined,
          cells: [amountText(product, t), ...sumCells(product)],
        }))}
        foot={{ key: 'sum', name: t('adminPreorders.together'), cells: ['', ...sumCells(supplier)] }}
      />
    </TitledPanel>
  )
}

function RateSection({ totals }: { totals: EventTotals }) {
  const { t } = useTranslation()
  return (
    <TitledPanel title={t('adminPreorders.ofOrders', { count: totals.orders })}>
      <FigureTable
        caption={t('adminPreorders.byRate')}
        headings={[t('adminPreorders.rate'), ...SUM_NAMES.map(name => t(`adminPreorders.${name}`))]}
        rows={totals.vat_by_rate.map(row => ({
          key: row.vat,
          name: percentText(row.vat),
          cells: sumCells(row),
        }))}
        foot={{ key: 'sum', name: t('adminPreorders.together'), cells: sumCells(totals) }}
      />
      <Box sx={{ color: 'text.secondary', typography: 'body2', mt: 1 }}>{t('adminPreorders.vatAbout')}</Box>
    </TitledPanel>
  )
}

/** What is booked of each product, by supplier, and the totals. */
function TotalsView({ eventId, storeId }: { eventId: string; storeId: string }) {
  const { t } = useTranslation()
  const query = { event_id: eventId, ...(storeId !== '' && { store_id: storeId }) }
  const totals = useQuery({ ...queryFor(adminPreorders.totals, { query }), meta: { handlesOwnError: true } })
  return (
    <LoadedData query={totals}>
      {data =>
        data.orders === 0 ? (
          <EmptyState title={t('adminPreorders.nothingBooked')} text={t('adminPreorders.nothingBookedText')} />
        ) : (
          <>
            <PdfLinks pdf={adminPreorders.totalsPdf} xlsx={adminPreorders.totalsXlsx} query={query} />
            <RateSection totals={data} />
            {data.suppliers.map(supplier => (
              <SupplierSection key={supplier.id} supplier={supplier} stores={data.stores} />
            ))}
          </>
        )
      }
    </LoadedData>
  )
}

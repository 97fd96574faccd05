import Box from '@mui/material/Box'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { percentText } from '#domain/format/percent-text.ts'
import { adminPreorders, type EventTotals } from '#contract/preorders/admin-preorders.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { Section } from '#web/back-office/orders/admin-orders/section.tsx'
import { Euros } from '#web/back-office/payments/closings/rate-table.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { Answered } from './answered.tsx'
import { FigureTable } from './figure-table.tsx'
import { PaperLinks } from './paper-links.tsx'
import { amountText, placesText } from './quantity-words.ts'

type Sums = Pick<EventTotals, 'gross' | 'net' | 'tax'>
export const SUMS = ['gross', 'net', 'tax'] as const
const sumCells = (sums: Sums) => SUMS.map(name => <Euros key={name} amount={sums[name]} />)

function SupplierSection({
  supplier,
  stores,
}: { supplier: EventTotals['suppliers'][number] } & Pick<EventTotals, 'stores'>) {
  const { t } = useTranslation()
  const labels = SUMS.map(name => t(`adminPreorders.${name}`))
  return (
    <Section title={supplier.name}>
      <FigureTable
        caption={supplier.name}
        head={[t('adminPreorders.product'), t('adminPreorders.quantity'), ...labels]}
        rows={supplier.products.map(product => ({
          key: product.id,
          name: product.name,
          detail: stores.length > 1 ? placesText(product, stores, t) : undefined,
          cells: [amountText(product, t), ...sumCells(product)],
        }))}
        foot={{ key: 'sum', name: t('adminPreorders.together'), cells: ['', ...sumCells(supplier)] }}
      />
    </Section>
  )
}

function RateSection({ totals }: { totals: EventTotals }) {
  const { t } = useTranslation()
  return (
    <Section title={t('adminPreorders.ofOrders', { count: totals.orders })}>
      <FigureTable
        caption={t('adminPreorders.byRate')}
        head={[t('adminPreorders.rate'), ...SUMS.map(name => t(`adminPreorders.${name}`))]}
        rows={totals.vat_by_rate.map(row => ({
          key: row.vat,
          name: percentText(row.vat),
          cells: sumCells(row),
        }))}
        foot={{ key: 'sum', name: t('adminPreorders.together'), cells: sumCells(totals) }}
      />
      <Box sx={{ color: 'text.secondary', typography: 'body2', mt: 1 }}>{t('adminPreorders.vatAbout')}</Box>
    </Section>
  )
}

/** What is booked of each product, by supplier, and the totals. */
export function TotalsView({ eventId, storeId }: { eventId: string; storeId: string }) {
  const { t } = useTranslation()
  const query = { event_id: eventId, ...(storeId !== '' && { store_id: storeId }) }
  const totals = useQuery({ ...queryOf(adminPreorders.totals, { query }), meta: { showsOwnError: true } })
  return (
    <Answered query={totals}>
      {data =>
        data.orders === 0 ? (
          <EmptyState title={t('adminPreorders.nothingBooked')} text={t('adminPreorders.nothingBookedText')} />
        ) : (
          <>
            <PaperLinks pdf={adminPreorders.totalsPdf} xlsx={adminPreorders.totalsXlsx} query={query} />
            <RateSection totals={data} />
            {data.suppliers.map(supplier => (
              <SupplierSection key={supplier.id} supplier={supplier} stores={data.stores} />
            ))}
          </>
        )
      }
    </Answered>
  )
}

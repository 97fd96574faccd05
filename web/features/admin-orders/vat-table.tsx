import Box from '@mui/material/Box'
import { useTranslation } from 'react-i18next'
import type { AdminOrder } from '#contract/admin-orders.ts'
import { toCents } from '#web/features/orders/order-cents.ts'
import { Money } from '#web/ui/money.tsx'
import { Section } from './section.tsx'

const percent = new Intl.NumberFormat('fi-FI', { style: 'percent', maximumFractionDigits: 2 })

const table = {
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { textAlign: 'end', fontWeight: 400, py: 0.75, pl: 1 },
  '& th:first-of-type': { textAlign: 'start', pl: 0 },
  '& thead th': { typography: 'caption', color: 'text.secondary' },
  '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' },
} as const

/** What a bookkeeper asks of an order: net, VAT and gross of each rate. */
export function VatTable({ rates }: { rates: AdminOrder['vat_by_rate'] }) {
  const { t } = useTranslation()
  if (rates.length === 0) return null
  return (
    <Section title={t('adminOrders.vat')}>
      <Box component="table" aria-label={t('adminOrders.vat')} sx={table}>
        <thead>
          <tr>
            <th scope="col">{t('adminOrders.rate')}</th>
            <th scope="col">{t('adminOrders.net')}</th>
            <th scope="col">{t('adminOrders.tax')}</th>
            <th scope="col">{t('adminOrders.gross')}</th>
          </tr>
        </thead>
        <tbody>
          {rates.map(({ vat, net, tax, gross }) => (
            <tr key={vat}>
              <th scope="row">{percent.format(vat / 100)}</th>
              <td>
                <Money cents={toCents(net)} />
              </td>
              <td>
                <Money cents={toCents(tax)} />
              </td>
              <td>
                <Money cents={toCents(gross)} />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Section>
  )
}

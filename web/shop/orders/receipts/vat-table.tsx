import Box from '@mui/material/Box'
import type { ReceiptPart } from '#contract/orders/receipts.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { linesTable } from '#web/kit/ui/lines-table.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'

type Rates = ReceiptPart['vat_by_rate']
type Column = 'net' | 'tax' | 'gross'

const look = {
  ...linesTable,
  typography: 'body2',
  '& td, & thead th:not(:first-of-type)': { textAlign: 'end' },
  // Four columns fit a small phone with widely spaced text only if long heads break at their soft hyphens. A first column of
  // full width would squeeze the amounts until they break.
  '& thead th': { ...linesTable['& thead th'], whiteSpace: 'normal' },
  '& thead th:first-of-type': { width: 'auto' },
} as const

const sumOf = (rates: Rates, column: Column) =>
  rates.reduce((sum, rate) => sum + Math.round(rate[column] * 100), 0) / 100

/** Net, VAT and gross by rate, with a sum if there are several rates. */
export function VatTable({ rates }: { rates: Rates }) {
  const { t } = useTranslation()
  return (
    <Box component="table" sx={look} aria-label={t('purchases.vatTable')}>
      <thead>
        <tr>
          <th scope="col">{t('purchases.rate')}</th>
          <th scope="col">{t('purchases.net')}</th>
          <th scope="col">{t('purchases.tax')}</th>
          <th scope="col">{t('purchases.gross')}</th>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ vat, net, tax, gross }) => (
          <tr key={vat}>
            <th scope="row">{percentText(vat)}</th>
            <td>{eurosText(net)}</td>
            <td>{eurosText(tax)}</td>
            <td>{eurosText(gross)}</td>
          </tr>
        ))}
        {rates.length > 1 && (
          <tr>
            <th scope="row">{t('purchases.allRates')}</th>
            <td>{eurosText(sumOf(rates, 'net'))}</td>
            <td>{eurosText(sumOf(rates, 'tax'))}</td>
            <td>{eurosText(sumOf(rates, 'gross'))}</td>
          </tr>
        )}
      </tbody>
    </Box>
  )
}

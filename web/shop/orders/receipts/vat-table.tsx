import type { ReceiptPart } from '#contract/orders/receipts.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { cx } from '#web/kit/ui/text.tsx'
import linesTable from '#web/shop/orders/lines-table.module.css'
import css from './receipts.module.css'

type Rates = ReceiptPart['vat_by_rate']
type Column = 'net' | 'tax' | 'gross'

const sumOf = (rates: Rates, column: Column) =>
  rates.reduce((sum, rate) => sum + Math.round(rate[column] * 100), 0) / 100

/** Net, VAT and gross by rate, with a sum if there are several rates. */
export function VatTable({ rates }: { rates: Rates }) {
  const { t } = useTranslation()
  return (
    <table className={cx(linesTable.lines, css.vatTable)} aria-label={t('purchases.vatTable')}>
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
    </table>
  )
}

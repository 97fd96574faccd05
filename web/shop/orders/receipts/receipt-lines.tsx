import { percentText } from '#domain/format/percent-text.ts'
import type { ReceiptLine, ReceiptPart } from '#contract/orders/receipts.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { quantityText, unitText } from '#web/shop/catalogue/products/unit-text.ts'
import { linesTable } from '#web/kit/ui/lines-table.ts'
import { eurosText } from '#web/kit/ui/money-format.ts'

function LineRow({ line }: { line: ReceiptLine }) {
  const { t } = useTranslation()
  const { kind, name, unit, quantity, price, amount, vat } = line
  const rate = t('order.vatLine', { rate: percentText(vat) })
  return (
    <tr>
      <Box component="th" scope="row">
        {kind === 'deposit' ? t('purchases.deposit', { product: name }) : name}
        <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary' }}>
          {price === null
            ? rate
            : `${t('home.unitPrice', { price: eurosText(price), unit: unitText(unit, t) })} · ${rate}`}
        </Typography>
      </Box>
      <Box component="td" sx={{ whiteSpace: 'nowrap' }}>
        {quantityText(thousandthsFromQuantity(quantity) ?? 0, unit, t)}
      </Box>
      <td>{eurosText(amount)}</td>
    </tr>
  )
}

/** The bought or refunded lines: each with its quantity, price, VAT and amount. */
export function ReceiptLines({ part, labelledBy }: { part: ReceiptPart; labelledBy: string }) {
  const { t } = useTranslation()
  return (
    <Box component="table" sx={linesTable} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('order.product')}</th>
          <th scope="col">{t('order.quantity')}</th>
          <th scope="col">{t('order.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {part.lines.map((line, at) => (
          // A receipt's lines never change or move.
          <LineRow key={at} line={line} />
        ))}
      </tbody>
    </Box>
  )
}

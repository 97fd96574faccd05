import Box from '@mui/material/Box'
import type { ClosingMonth } from '#contract/payments/closings.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { Euros, figure, figuresTable } from '#web/back-office/kit/figures.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

type RateTableProps = {
  caption: string
  sums: Pick<ClosingMonth, 'vat_by_rate' | 'sales' | 'refunds' | 'free_sums' | 'gross' | 'net' | 'tax'>
}

export const RATE_COLUMNS = ['sales', 'refunds', 'free_sums', 'gross', 'net', 'tax'] as const

/** Sales, refunds and VAT by rate, with their sum. Refunds without goods have a column where there are any. */
export function RateTable({ caption, sums }: RateTableProps) {
  const { t } = useTranslation()
  const sum = { ...sums, sales: sums.sales.amount, refunds: sums.refunds.amount, free_sums: sums.free_sums.amount }
  const columns = RATE_COLUMNS.filter(name => name !== 'free_sums' || sums.free_sums.count > 0)
  const cells = (row: Record<(typeof RATE_COLUMNS)[number], number>) =>
    columns.map(name => (
      <Box component="td" key={name} data-label={t(`closings.${name}`)} sx={figure}>
        <Euros amount={row[name]} />
      </Box>
    ))
  return (
    <Box component="table" aria-label={caption} sx={figuresTable}>
      <thead>
        <tr>
          <th scope="col">{t('closings.rate')}</th>
          {columns.map(name => (
            <th scope="col" key={name}>
              {t(`closings.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sums.vat_by_rate.map(row => (
          <tr key={row.vat}>
            <th scope="row">{percentText(row.vat)}</th>
            {cells(row)}
          </tr>
        ))}
      </tbody>
      {sums.vat_by_rate.length > 1 && (
        <tfoot>
          <tr>
            <th scope="row">{t('closings.together')}</th>
            {cells(sum)}
          </tr>
        </tfoot>
      )}
    </Box>
  )
}

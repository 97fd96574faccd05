import Box from '@mui/material/Box'
import type { ClosingMonth } from '#contract/payments/closings.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { centsFromEuros } from '#domain/money.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Money } from '#web/kit/ui/money.tsx'

type RateTableProps = {
  caption: string
  sums: Pick<ClosingMonth, 'vat_by_rate' | 'sales' | 'refunds' | 'gross' | 'net' | 'tax'>
}

/** Formats an amount in euros of the API. */
export const Euros = ({ amount }: { amount: number }) => <Money cents={centsFromEuros(amount) ?? 0} />

const figure = { textAlign: 'end' } as const
// On a phone each rate is a small card: the rate, and below it its labelled figures.
export const figuresTable = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': { p: 1 },
  '& th': { textAlign: 'start' },
  '& thead th:not(:first-of-type)': figure,
  '& tbody tr, & tfoot tr': { borderTop: 1, borderColor: 'divider' },
  '& tfoot': { fontWeight: 700 },
  '@media screen and (max-width: 599.95px)': {
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tbody tr, & tfoot tr': { display: 'grid', gridTemplateColumns: '1fr', py: 0.5 },
    '& td': { display: 'flex', justifyContent: 'space-between', gap: 1, py: 0.25 },
    '& td::before': { content: 'attr(data-label)', color: 'text.secondary', fontWeight: 400 },
  },
} as const

export const RATE_COLUMNS = ['sales', 'refunds', 'gross', 'net', 'tax'] as const

/** Sales, refunds and VAT by rate, with their sum. */
export function RateTable({ caption, sums }: RateTableProps) {
  const { t } = useTranslation()
  const sum = { ...sums, sales: sums.sales.amount, refunds: sums.refunds.amount }
  const cells = (row: Record<(typeof RATE_COLUMNS)[number], number>) =>
    RATE_COLUMNS.map(name => (
      <Box component="td" key={name} data-label={t(`closings.${name}`)} sx={figure}>
        <Euros amount={row[name]} />
      </Box>
    ))
  return (
    <Box component="table" aria-label={caption} sx={figuresTable}>
      <thead>
        <tr>
          <th scope="col">{t('closings.rate')}</th>
          {RATE_COLUMNS.map(name => (
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

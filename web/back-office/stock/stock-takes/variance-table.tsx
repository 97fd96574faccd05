import Box from '@mui/material/Box'
import type { StockTakeLine } from '#contract/stock/stock-takes.ts'
import { shownQuantity, signedText } from '#web/back-office/stock/stock-work/quantity-labels.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { valueText } from './stock-take-labels.ts'

type VarianceTableProps = {
  caption: string
  lines: readonly StockTakeLine[]
}

const figure = { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' } as const
// On a phone each row is a small card: the name, and below it the labelled figures.
const table = {
  width: '100%',
  borderCollapse: 'collapse',
  bgcolor: 'background.paper',
  '& th, & td': { p: 1 },
  '& th': { textAlign: 'start' },
  '& thead th:not(:first-of-type)': { textAlign: 'end' },
  '& tbody tr': { borderTop: 1, borderColor: 'divider' },
  '@media screen and (max-width: 599.95px)': {
    '& thead': { position: 'absolute', clipPath: 'inset(50%)' },
    '& tbody tr': { display: 'grid', gridTemplateColumns: '1fr 1fr', py: 0.5 },
    '& tbody th': { gridColumn: '1 / -1', pb: 0 },
    '& td': { display: 'flex', justifyContent: 'space-between', gap: 1, py: 0.25, whiteSpace: 'normal' },
    '& td::before': { content: 'attr(data-label)', color: 'text.secondary' },
  },
} as const

/** Counted against expected quantities, and the value of the difference. */
export function VarianceTable({ caption, lines }: VarianceTableProps) {
  const { t } = useTranslation()
  const heads = {
    expected: t('stockTakes.expected'),
    counted: t('stockTakes.counted'),
    variance: t('stockTakes.variance'),
    value: t('stockTakes.value'),
  }
  return (
    <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
      <Box component="table" aria-label={caption} sx={table}>
        <Box component="thead" sx={{ bgcolor: 'surface.mist' }}>
          <tr>
            <th scope="col">{t('stock.product')}</th>
            {Object.values(heads).map(head => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
          </tr>
        </Box>
        <tbody>
          {lines.map(({ product_id: id, name, unit, expected, counted, variance, value }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <Box component="td" data-label={heads.expected} sx={figure}>
                {shownQuantity(expected, unit, t)}
              </Box>
              <Box component="td" data-label={heads.counted} sx={figure}>
                {shownQuantity(counted ?? 0, unit, t)}
              </Box>
              <Box component="td" data-label={heads.variance} sx={{ ...figure, fontWeight: 650 }}>
                {signedText(variance ?? 0, unit, t)}
              </Box>
              <Box component="td" data-label={heads.value} sx={figure}>
                {valueText(value ?? 0)}
              </Box>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { Closing, ClosingMonth } from '#contract/payments/closings.ts'
import { Euros } from './rate-table.tsx'

interface FiguresProps {
  sums: Pick<ClosingMonth, 'sales' | 'refunds' | 'card' | 'other' | 'clearing'>
  terminalSum?: Closing['terminal_sum']
  difference?: number | null
}

const list = {
  m: 0,
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
  '& dt': { typography: 'body2', color: 'text.secondary' },
  '& dd': { m: 0, fontWeight: 700 },
} as const

/** The sums, and the terminal's own figure. */
export function Figures({ sums, terminalSum, difference }: FiguresProps) {
  const { t } = useTranslation()
  const rows = [
    [t('closings.receipts'), sums.sales.count],
    [t('closings.refundCount'), sums.refunds.count],
    [t('closings.card'), <Euros key="card" amount={sums.card} />],
    ...(sums.other === 0 ? [] : [[t('closings.other'), <Euros key="other" amount={sums.other} />] as const]),
    ...(sums.clearing === 0
      ? []
      : [[t('closings.clearing'), <Euros key="clearing" amount={sums.clearing} />] as const]),
    ...(terminalSum ? [[t('closings.terminalSum'), <Euros key="told" amount={terminalSum.amount} />] as const] : []),
    ...(difference == null ? [] : [[t('closings.difference'), <Euros key="off" amount={difference} />] as const]),
  ] as const
  return (
    <Box component="dl" sx={list}>
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Box>
  )
}

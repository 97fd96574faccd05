import Box from '@mui/material/Box'
import { formatMoney } from './money-format.ts'

type MoneyProps = {
  cents: number
  // line: bold, in a row. total: the main amount of a screen. plain: like the text around it.
  size?: 'plain' | 'line' | 'total'
}

const LOOKS = {
  plain: {},
  line: { fontWeight: 700 },
  total: { typography: 'amount' },
} as const

/** An amount of money in the shop's format, in figures of one width that never break over two lines. */
export function Money({ cents, size = 'plain' }: MoneyProps) {
  return (
    <Box component="span" sx={{ ...LOOKS[size], fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatMoney(cents)}
    </Box>
  )
}

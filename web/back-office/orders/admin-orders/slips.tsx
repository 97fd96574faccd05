import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

interface SlipsProps {
  receipt: string | null
  merchant: string | null
}

const print = {
  m: 0,
  pb: 1,
  fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
  fontSize: '0.8125rem',
  lineHeight: 1.45,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
} as const

/** The terminal's receipts, folded. */
export function Slips({ receipt, merchant }: SlipsProps) {
  const { t } = useTranslation()
  const slips = [
    [t('adminOrders.slip'), receipt],
    [t('adminOrders.merchantSlip'), merchant],
  ] as const
  return slips.map(
    ([label, text]) =>
      text !== null && (
        <details key={label}>
          <Box component="summary" sx={{ minHeight: 44, py: 1.25, cursor: 'pointer' }}>
            {label}
          </Box>
          <Box component="pre" sx={print}>
            {text}
          </Box>
        </details>
      ),
  )
}

import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

/** What the terminal printed, line by line; of a refund, with its number. Terminals print 40 signs to a line: so many fit on a phone of 320 px. */
export function CardSlip({ text, number = '' }: { text: string; number?: string }) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ mt: 2, pt: 1.5, borderTop: 1, borderColor: 'divider', containerType: 'inline-size' }}
    >
      <Typography variant="h3" id={id}>
        {[t('completed.cardSlip'), number].join(' ').trim()}
      </Typography>
      <Box
        component="pre"
        sx={{
          m: 0,
          mt: 0.75,
          fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
          fontSize: 'clamp(0.625rem, 4cqi, 0.875rem)',
          lineHeight: 1.45,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
    </Box>
  )
}

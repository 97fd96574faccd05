import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ClosingMonth } from '#contract/payments/closings.ts'
import { Panel } from '#web/kit/ui/panel.tsx'

interface WhichPaymentsProps {
  sums: Pick<ClosingMonth, 'are_tests' | 'hidden'>
  onShow: (areTests: boolean) => void
}

/** Notes that the figures are of test payments, or that other payments are left out. */
export function WhichPayments({ sums, onShow }: WhichPaymentsProps) {
  const { t } = useTranslation()
  const { are_tests: areTests, hidden } = sums
  if (!areTests && hidden === 0) return null
  return (
    <Panel tone={areTests ? 'attention' : 'plain'}>
      <Box role="note" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 260px' }}>
          {areTests && <strong>{t('closings.testsOnly')} </strong>}
          {hidden > 0 && t(areTests ? 'closings.realHidden' : 'closings.testsHidden', { count: hidden })}
        </Box>
        {hidden > 0 && (
          <Button variant="outlined" onClick={() => onShow(!areTests)}>
            {t(areTests ? 'closings.showReal' : 'closings.showTest')}
          </Button>
        )}
      </Box>
    </Panel>
  )
}

import Box from '@mui/material/Box'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money-format.ts'

/** Notes that the figures are of test payments, or that some test payments of this week are left out. */
export function TestNote({ home }: { home: Pick<AdminHome, 'are_tests' | 'tests_left_out'> }) {
  const { t } = useTranslation()
  const { are_tests: areTests, tests_left_out: leftOut } = home
  if (!areTests && leftOut.purchases === 0) return null
  return (
    <Box role="note" sx={{ color: 'text.secondary', typography: 'body2' }}>
      {areTests
        ? t('adminHome.areTests')
        : t('adminHome.testsLeftOut', { count: leftOut.purchases, amount: eurosText(leftOut.sales) })}
    </Box>
  )
}

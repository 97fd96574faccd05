import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { monthText } from '#domain/format/day-names.ts'
import { type ClosingMonth, closings } from '#contract/payments/closings.ts'
import { requestUrl } from '#web/kit/api/request-url.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Figures } from './figures.tsx'
import { RateTable } from './rate-table.tsx'

interface MonthSumsProps {
  sums: ClosingMonth
  query: Readonly<Record<string, string>>
}

/** The month's sheet: VAT by rate, the sums, and the vouchers for the bookkeeping program. */
export function MonthSums({ sums, query }: MonthSumsProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { month } = sums
  const title = monthText(month, i18n.resolvedLanguage ?? 'fi')
  const needs = [
    ...(sums.unclear > 0 ? [t('closings.unclear', { count: sums.unclear })] : []),
    ...(sums.differing > 0 ? [t('closings.differing', { count: sums.differing })] : []),
  ]
  return (
    <Panel component="section" aria-labelledby={id} tone={needs.length > 0 ? 'attention' : 'plain'}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'center' }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {sums.over > 0 && (
            <Button
              variant="contained"
              component="a"
              href={requestUrl(closings.vouchers, { params: { month }, query })}
              download
            >
              {t(sums.are_tests ? 'closings.testVouchers' : 'closings.vouchers')}
            </Button>
          )}
        </Box>
        {needs.length > 0 && <Typography>{needs.join(' · ')}</Typography>}
        {sums.over === 0 && <Typography>{t('closings.noVouchers')}</Typography>}
        {sums.over > 0 && sums.over < sums.closings && (
          <Typography color="textSecondary">
            {t('closings.vouchersLater', { count: sums.closings - sums.over })}
          </Typography>
        )}
        <Figures sums={sums} />
        {sums.vat_by_rate.length > 0 && <RateTable caption={t('closings.vatOf', { month: title })} sums={sums} />}
      </Box>
    </Panel>
  )
}

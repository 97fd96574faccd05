import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { type Closing, type ClosingMonth, closings } from '#contract/payments/closings.ts'
import { monthText } from '#domain/format/day-names.ts'
import { eurosFromCents } from '#domain/money.ts'
import { Euros } from '#web/back-office/kit/figures.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FilesMenu } from '#web/kit/lists/list-menu.tsx'
import { useWideScreen } from '#web/kit/ui/hooks/use-wide-screen.ts'
import { toCents } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { RateTable } from './rate-table.tsx'

type MonthSumsProps = {
  sums: ClosingMonth
  query: Readonly<Record<string, string>>
}

const summary = { minHeight: 44, py: 1.25, my: -1.25, fontWeight: 650, cursor: 'pointer' } as const

/** The month's sheet: VAT by rate, the sums, and the vouchers for the bookkeeping program. The days below it stay in view. */
export function MonthSums({ sums, query }: MonthSumsProps) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const isWide = useWideScreen()
  const { month } = sums
  const title = monthText(month, i18n.resolvedLanguage ?? 'fi')
  const files = [
    [t('closings.vouchersNetBaron'), closings.vouchers],
    [t('closings.vouchersNetvisor'), closings.vouchersNetvisor],
    [t('closings.vouchersZip'), closings.vouchersZip],
    [t('closings.vouchersSie'), closings.vouchersSie],
  ] as const
  const needs = [
    ...(sums.unknown_outcomes > 0 ? [t('closings.unclear', { count: sums.unknown_outcomes })] : []),
    ...(sums.with_difference > 0 ? [t('closings.differing', { count: sums.with_difference })] : []),
  ]
  const figures = (
    <>
      {sums.ended > 0 && sums.ended < sums.closings && (
        <Typography color="textSecondary">
          {t('closings.vouchersLater', { count: sums.closings - sums.ended })}
        </Typography>
      )}
      <Figures sums={sums} inApp={sums.app} />
    </>
  )
  return (
    <Panel component="section" aria-labelledby={id} tone={needs.length > 0 ? 'attention' : 'plain'}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between', alignItems: 'center' }}>
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {sums.ended > 0 && (
            <FilesMenu
              variant="primary"
              label={t(sums.is_test ? 'closings.testVouchers' : 'closings.vouchers')}
              files={files.map(([label, file]) => ({ label, endpoint: file, input: { params: { month }, query } }))}
            />
          )}
        </Box>
        {needs.length > 0 && <Typography>{needs.join(' · ')}</Typography>}
        {sums.ended === 0 && <Typography>{t('closings.noVouchers')}</Typography>}
        {isWide && figures}
        <Box component="details" sx={{ '& > :not(summary)': { mt: 2 } }}>
          <Box component="summary" sx={summary}>
            {isWide ? (
              t('closings.vatOf', { month: title })
            ) : (
              <>
                {t('closings.together')} <Euros amount={sums.gross} />
              </>
            )}
          </Box>
          {!isWide && figures}
          {sums.vat_by_rate.length > 0 && <RateTable caption={t('closings.vatOf', { month: title })} sums={sums} />}
        </Box>
      </Box>
    </Panel>
  )
}

type FiguresProps = {
  sums: Pick<ClosingMonth, 'sales' | 'refunds' | 'free_sums' | 'card' | 'other' | 'clearing'>
  /** The part of `card` that was paid in an app. */
  inApp?: number
  /** Of which app only these are. */
  app?: string | undefined
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

/** The sums, terminals and apps apart, and the terminal's or the app's own figure. */
export function Figures({ sums, inApp = 0, app, terminalSum, difference }: FiguresProps) {
  const { t } = useTranslation()
  const atTerminals = eurosFromCents(toCents(sums.card) - toCents(inApp))
  const rows = [
    [t('closings.receipts'), sums.sales.count],
    [t('closings.refundCount'), sums.refunds.count],
    ...(sums.free_sums.count === 0 ? [] : [[t('closings.freeSumCount'), sums.free_sums.count] as const]),
    ...(app !== undefined || (atTerminals === 0 && inApp !== 0)
      ? []
      : [[t('closings.card'), <Euros key="card" amount={atTerminals} />] as const]),
    ...(app === undefined && inApp === 0
      ? []
      : [[app ?? t('closings.inApp.sum'), <Euros key="app" amount={inApp} />] as const]),
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

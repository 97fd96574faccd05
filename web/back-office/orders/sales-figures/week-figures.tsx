import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import type { SalesComparison } from '#contract/administration/dashboard.ts'
import { numberText } from '#domain/format/number-text.ts'
import { changeText } from '#web/back-office/kit/change-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'

/** The week from Monday on, beside last week until the same moment. */
export function WeekFigures({ week: { current: now, previous: before } }: { week: SalesComparison }) {
  const { t } = useTranslation()
  const id = useId()
  const against = (figure: number, other: number) => {
    const change = changeText(figure, other)
    return change === undefined ? '' : t('adminHome.thanLastWeek', { change })
  }
  const figures = [
    { name: t('adminHome.sales'), text: eurosText(now.sales), more: against(now.sales, before.sales) },
    {
      name: t('adminHome.purchasesHead'),
      text: numberText(now.purchases),
      more: against(now.purchases, before.purchases),
    },
    {
      name: t('adminHome.averageHead'),
      text: now.average === null ? '–' : eurosText(now.average),
      more: against(now.average ?? 0, before.average ?? 0),
    },
    {
      name: t('adminHome.refundsHead'),
      text: numberText(now.refunds),
      more: now.refunds > 0 ? eurosText(now.refunded) : '',
    },
  ]
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="h3" component="h2" id={id} sx={{ fontSize: '1.25rem' }}>
        {t('adminHome.week')}
      </Typography>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 125px), 1fr))' }}
      >
        {figures.map(({ name, text, more }) => (
          <div key={name}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>
              {text}
            </Typography>
            {more !== '' && (
              <Typography component="dd" variant="body2" color="textSecondary" sx={{ m: 0 }}>
                {more}
              </Typography>
            )}
          </div>
        ))}
      </Box>
    </Box>
  )
}

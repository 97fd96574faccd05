import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSearchParams } from 'react-router'
import { ORDER_PERIODS } from '#contract/orders/admin-orders.ts'
import { isOrderNumber } from '#domain/orders/order-number.ts'
import { choiceLook } from '#web/kit/ui/choice-look.ts'

const USUAL = '30'

/** How far back the list goes. A number is looked for as far back as there are orders. */
export function PeriodButtons() {
  const { t } = useTranslation()
  const [params, setParams] = useSearchParams()
  const hasDates = params.has('from') || params.has('until')
  const usual = isOrderNumber(params.get('q') ?? '') ? 'all' : USUAL
  const chosen = hasDates ? undefined : (params.get('days') ?? usual)
  const choose = (days: string) =>
    setParams(current => {
      const next = new URLSearchParams(current)
      for (const name of ['page', 'from', 'until', 'days']) next.delete(name)
      if (days !== usual) next.set('days', days)
      return next
    })
  return (
    <Box role="group" aria-label={t('adminOrders.period')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {ORDER_PERIODS.map(days => (
        <ButtonBase key={days} sx={choiceLook} aria-pressed={days === chosen} onClick={() => choose(days)}>
          {t(`adminOrders.periods.${days}`)}
        </ButtonBase>
      ))}
    </Box>
  )
}

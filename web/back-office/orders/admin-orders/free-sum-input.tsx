import Box from '@mui/material/Box'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import { centsFromEuros } from '#domain/money.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { formatMoney, toCents } from '#web/kit/ui/money.tsx'

type RefundLimits = Pick<OrderRefunds, 'paid_amount' | 'refunded_amount' | 'free_sum_limit'>

/** What may be refunded as a free sum now: what is left of the order, and of the user's limit of the day. */
export function maxFreeSumCents({ paid_amount, refunded_amount, free_sum_limit: limit }: RefundLimits): number {
  const leftCents = toCents(paid_amount) - toCents(refunded_amount)
  return limit ? Math.min(leftCents, toCents(limit.left)) : leftCents
}

/** A typed amount such as "4,50"; undefined if it is no amount, or none that may be refunded now. */
export function typedFreeSumCents(text: string, limits: RefundLimits): number | undefined {
  const cents = centsFromEuros(parseDecimalInput(text) ?? Number.NaN)
  return cents !== undefined && cents > 0 && cents <= maxFreeSumCents(limits) ? cents : undefined
}

type FreeSumInputProps = { sum: string; onChange: (sum: string) => void; limits: RefundLimits; disabled: boolean }

/** The amount of a refund without goods, and how much it may be. */
export function FreeSumInput({ sum, onChange, limits, disabled }: FreeSumInputProps) {
  const { t } = useTranslation()
  const { free_sum_limit: limit } = limits
  const max = formatMoney(maxFreeSumCents(limits))
  const isInvalid = sum.trim() !== '' && typedFreeSumCents(sum, limits) === undefined
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <TextInput
        label={t('adminOrders.refund.sum')}
        inputMode="decimal"
        autoComplete="off"
        endAdornment="€"
        value={sum}
        onChange={onChange}
        disabled={disabled}
        hint={t('adminOrders.refund.sumHint', { amount: max })}
        error={isInvalid ? t('adminOrders.refund.sumInvalid', { amount: max }) : undefined}
      />
      {limit && (
        <Box sx={{ color: 'text.secondary' }}>
          {t('adminOrders.refund.sumLimit', {
            left: formatMoney(toCents(limit.left)),
            amount: formatMoney(toCents(limit.amount)),
          })}
        </Box>
      )}
    </Box>
  )
}

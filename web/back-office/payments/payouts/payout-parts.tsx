import type { Payout } from '#contract/payments/payouts.ts'
import { formatCents } from '#domain/money.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { toCents } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'

/** No store has it: only a right in all stores reaches so far. */
export const ANY_STORE = 0

/** An amount in a payout's own currency. */
export const currencyText = (amount: number, currency: string): string => formatCents(toCents(amount), { currency })

/** The provider says that it paid another sum than its lines have. */
export const hasOtherSum = ({ paid, net }: Pick<Payout, 'paid' | 'net'>): boolean =>
  paid !== null && toCents(paid) !== toCents(net)

/** Whether the payout agrees with the shop's payments. */
export function PayoutPill({ payout }: { payout: Payout }) {
  const { t } = useTranslation()
  if (payout.differences > 0)
    return <StatusPill tone="attention">{t('payouts.differing', { count: payout.differences })}</StatusPill>
  if (hasOtherSum(payout)) return <StatusPill tone="attention">{t('payouts.otherSum')}</StatusPill>
  return <StatusPill tone="open">{t('payouts.agrees')}</StatusPill>
}

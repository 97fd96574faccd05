import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useOnline } from '#web/kit/api/use-online.ts'
import { itemCount } from '#web/shop/orders/basket/line-texts.ts'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { Money } from '#web/kit/ui/money.tsx'
import { formatMoney } from '#web/kit/ui/money-format.ts'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import type { PreorderBasketView } from './use-preorder-basket.ts'
import { usePlacePreorder } from './use-place-preorder.ts'

interface PreorderBarProps {
  basket: PreorderBasketView
  eventId: number
  onRefused: () => void
}

/** The number of items, the total, and the checkout button. */
export function PreorderBar({ basket: { lines, totals }, eventId, onRefused }: PreorderBarProps) {
  const { t } = useTranslation()
  const place = usePlacePreorder(eventId)
  const isOnline = useOnline()
  const chosen = lines.filter(({ quantity }) => quantity > 0)
  return (
    <BottomBar
      width="wide"
      summary={
        <>
          <Box>{t('basket.itemCount', { count: itemCount(chosen) })}</Box>
          <Box sx={{ typography: 'body2' }}>{t('basket.netOf', { amount: formatMoney(totals.netCents) })}</Box>
        </>
      }
      total={<Money cents={totals.grossCents} />}
      action={
        <PrimaryButton
          disabled={!isOnline}
          loading={place.isPending}
          loadingLabel={t('common.loading')}
          onClick={() => place.mutate(undefined, { onError: onRefused })}
        >
          {t(isOnline ? 'preorder.toCheckout' : 'shell.waitsForConnection')}
        </PrimaryButton>
      }
    />
  )
}

import { hasQuantity } from '#domain/orders/basket.ts'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { basketStore } from '#web/shop/orders/basket/basket-store.ts'
import { useHasDraft } from '#web/shop/orders/checkout/queries.ts'
import { PATHS } from '#web/kit/paths.ts'
import { ScanIcon } from '#web/kit/ui/icons.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'

/** The link to the basket, to start or to continue. `isInside`: the shopper has just come through the door. */
export function BasketButton({ isInside = false }: { isInside?: boolean }) {
  const { t } = useTranslation()
  const isAtCheckout = useHasDraft()
  const isStarted = hasQuantity(useSyncExternalStore(basketStore.subscribe, basketStore.basket))
  if (isAtCheckout) {
    return (
      <PrimaryButton component={Link} to={PATHS.basket}>
        {t('home.backToCheckout')}
      </PrimaryButton>
    )
  }
  const start = isInside ? 'door.inside' : 'home.startShopping'
  return (
    <PrimaryButton component={Link} to={PATHS.basket} icon={<ScanIcon size={26} />}>
      {t(isStarted ? 'home.continueShopping' : start)}
    </PrimaryButton>
  )
}

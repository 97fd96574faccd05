import { hasQuantity } from '#domain/basket.ts'
import { useSyncExternalStore } from 'react'
import { useTranslation } from '#web/texts/use-translation.tsx'
import { Link } from 'react-router'
import { basketStore } from '#web/features/basket/basket-store.ts'
import { useHasDraft } from '#web/features/orders/queries.ts'
import { PATHS } from '#web/paths.ts'
import { ScanIcon } from '#web/ui/icons.tsx'
import { PrimaryButton } from '#web/ui/primary-button.tsx'

/** The way to the basket: to begin, or to go on. `isInside`: pressed by who stood at the door until now. */
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

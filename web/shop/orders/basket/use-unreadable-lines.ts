import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import type { createBasketStore } from './basket-store.ts'

type UnreadableLines = {
  store: Pick<ReturnType<typeof createBasketStore>, 'consumeUnreadable'>
  /** Undefined until a list is loaded: the notice names the lines' products. */
  products: readonly { id: number; name: string }[] | undefined
  /** How to add them again. */
  again: 'basket.scanAgain' | 'basket.chooseAgain'
}

/** Removes unreadable lines from a stored basket, and notifies the shopper of their products. */
export function useUnreadableLines({ store, products, again }: UnreadableLines): void {
  const { t } = useTranslation()
  const { notify } = useProductToasts()
  const isListed = products !== undefined
  const notifyUser = useEffectEvent(() => {
    const lines = store.consumeUnreadable()
    if (lines.length === 0) return
    const names =
      lines === 'all'
        ? []
        : lines.flatMap(id => products?.find(product => String(product.id) === id.split('/')[0])?.name ?? [])
    const isNamed = names.length === lines.length
    const text = t(lines === 'all' ? 'basket.unreadableAll' : 'basket.unreadable')
    const detail = isNamed ? t(again, { products: names.join(', ') }) : t('basket.checkGoods')
    notify({ id: 'unreadable-lines', severity: 'warning', persist: true, text, detail })
  })
  useEffect(() => {
    if (isListed) notifyUser()
  }, [isListed])
}

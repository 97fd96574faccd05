import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import type { createBasketStore } from './basket-store.ts'

interface UnreadableLines {
  store: Pick<ReturnType<typeof createBasketStore>, 'takeUnreadable'>
  /** Undefined until a list is known: the lines are told of by their names. */
  products: readonly { id: number; name: string }[] | undefined
  /** How they come back. */
  again: 'basket.scanAgain' | 'basket.chooseAgain'
}

/** What was in a kept basket and can't be read is left out of it, and the shopper is told what that was. */
export function useUnreadableLines({ store, products, again }: UnreadableLines): void {
  const { t } = useTranslation()
  const { notify } = useProductToasts()
  const isListed = products !== undefined
  const tell = useEffectEvent(() => {
    const lines = store.takeUnreadable()
    if (lines.length === 0) return
    const names =
      lines === 'all' ? [] : lines.flatMap(id => products?.find(product => String(product.id) === id)?.name ?? [])
    const isNamed = names.length === lines.length
    const text = t(lines === 'all' ? 'basket.unreadableAll' : 'basket.unreadable')
    const detail = isNamed ? t(again, { products: names.join(', ') }) : t('basket.checkGoods')
    notify({ id: 'unreadable-lines', severity: 'warning', persist: true, text, detail })
  })
  useEffect(() => {
    if (isListed) tell()
  }, [isListed])
}

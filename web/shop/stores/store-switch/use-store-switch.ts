import type { Store } from '#contract/stores/stores.ts'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import { basketsNow, losesBasket, useChangeStore, useStoreUndo } from './change-store.ts'

/** Choosing a store; `onDone` hears at the end whether it was chosen. One whose basket would be lost is asked about first, and can be undone after. */
export function useStoreSwitch(onDone: (isSwitched: boolean) => void) {
  const { t } = useTranslation()
  // Below: above it would lie upon the new store's name and hours.
  const { notify } = useProductToasts()
  const changeStore = useChangeStore()
  const undoOf = useStoreUndo()
  const [asked, setAsked] = useState<Store>()
  const [isBusy, setBusy] = useState(false)
  const switchTo = async ({ id }: Store) => {
    const before = basketsNow()
    const isLost = losesBasket(id)
    setBusy(true)
    const isDone = await changeStore(id)
    setBusy(false)
    setAsked(undefined)
    if (!isDone) return
    onDone(true)
    if (before.storeId === null || before.storeId === id || !isLost) return
    notify({ id: 'store-switch', severity: 'info', text: t('storeSwitch.done'), ...undoOf(before) })
  }
  return {
    choose: (store: Store) => {
      if (losesBasket(store.id)) setAsked(store)
      else void switchTo(store)
    },
    /** The store whose choice waits for an answer. */
    asked,
    confirm: () => asked && void switchTo(asked),
    // Who keeps shopping has no use for the list of stores.
    keep: () => {
      setAsked(undefined)
      onDone(false)
    },
    isBusy,
  }
}

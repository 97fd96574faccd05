import { useState } from 'react'
import type { Store } from '#contract/stores/stores.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import { basketsNow, losesBasket, useChangeStore, useStoreUndo } from './change-store.ts'

const { Part: ConfirmDialog } = lazyPart(async () => (await import('#web/kit/ui/confirm-dialog.tsx')).ConfirmDialog)

type StoreSwitchQuestionProps = Pick<
  ReturnType<typeof useStoreSwitch>,
  'pendingStore' | 'confirm' | 'cancel' | 'isBusy'
>

/** Asks before a started basket is lost to another store. */
export function StoreSwitchQuestion({ pendingStore, confirm, cancel, isBusy }: StoreSwitchQuestionProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  if (!pendingStore) return null
  return (
    <ConfirmDialog
      open
      title={t('storeSwitch.title')}
      text={t('storeSwitch.text', { store: user?.active_store?.name ?? '' })}
      confirmText={t('storeSwitch.confirm')}
      cancelText={t('storeSwitch.keep')}
      onConfirm={confirm}
      onCancel={cancel}
      busy={isBusy}
      danger
    />
  )
}

/**
 * The choice of a store; `onDone` gets whether it was chosen. A choice that would discard a basket must be confirmed, and can be
 * undone afterwards.
 */
export function useStoreSwitch(onDone: (isSwitched: boolean) => void) {
  const { t } = useTranslation()
  // At the bottom: at the top it would cover the new store's name and hours.
  const { notify } = useProductToasts()
  const changeStore = useChangeStore()
  const offerUndo = useStoreUndo()
  const [pendingStore, setPendingStore] = useState<Store>()
  const [isBusy, setBusy] = useState(false)
  const switchTo = async ({ id }: Store) => {
    const before = basketsNow()
    const isLost = losesBasket(id)
    setBusy(true)
    const isDone = await changeStore(id)
    setBusy(false)
    setPendingStore(undefined)
    if (!isDone) return
    onDone(true)
    if (before.storeId === null || before.storeId === id || !isLost) return
    notify({ id: 'store-switch', severity: 'info', text: t('storeSwitch.done'), ...offerUndo(before) })
  }
  return {
    choose: (store: Store) => {
      if (losesBasket(store.id)) setPendingStore(store)
      else void switchTo(store)
    },
    /** The store whose choice waits for the shopper's confirmation. */
    pendingStore,
    confirm: () => pendingStore && void switchTo(pendingStore),
    // A shopper who keeps the basket doesn't need the list of stores.
    cancel: () => {
      setPendingStore(undefined)
      onDone(false)
    },
    isBusy,
  }
}

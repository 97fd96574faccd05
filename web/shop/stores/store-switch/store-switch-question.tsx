import { useState } from 'react'
import type { Store } from '#contract/stores/stores.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import { basketsNow, losesBasket, useChangeStore, useStoreUndo } from './change-store.ts'

const { Part: ConfirmDialog } = lazyPart(async () => (await import('#web/kit/ui/confirm-dialog.tsx')).ConfirmDialog)

type StoreSwitchQuestionProps = Pick<ReturnType<typeof useStoreSwitch>, 'asked' | 'confirm' | 'keep' | 'isBusy'>

/** Asks before a started basket is lost to another store. */
export function StoreSwitchQuestion({ asked, confirm, keep, isBusy }: StoreSwitchQuestionProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  if (!asked) return null
  return (
    <ConfirmDialog
      open
      title={t('storeSwitch.title')}
      text={t('storeSwitch.text', { store: user?.active_store?.name ?? '' })}
      confirmText={t('storeSwitch.confirm')}
      cancelText={t('storeSwitch.keep')}
      onConfirm={confirm}
      onCancel={keep}
      busy={isBusy}
      danger
    />
  )
}

/**
 * The choice of a store; `onDone` gets whether it was chosen. A choice that would discard a basket asks first, and can be
 * undone afterwards.
 */
export function useStoreSwitch(onDone: (isSwitched: boolean) => void) {
  const { t } = useTranslation()
  // At the bottom: at the top it would cover the new store's name and hours.
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
    /** The store whose choice waits for the shopper's confirmation. */
    asked,
    confirm: () => asked && void switchTo(asked),
    // A shopper who keeps the basket doesn't need the list of stores.
    keep: () => {
      setAsked(undefined)
      onDone(false)
    },
    isBusy,
  }
}

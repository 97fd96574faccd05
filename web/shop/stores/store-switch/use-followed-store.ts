import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import {
  basketsNow,
  enterStore,
  isChangedElsewhere,
  losesBasket,
  noteStore,
  refreshStoreData,
  useStoreUndo,
} from './change-store.ts'

/**
 * Follows the active store, wherever it is changed: the baskets belong to it, and the shopper is notified of a change from
 * elsewhere.
 */
export function useFollowedStore(): void {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { notify } = useProductToasts()
  const undoOf = useStoreUndo()
  const { user } = useSession()
  const follow = useEffectEvent((userId: number, storeId: number) => {
    const before = basketsNow()
    const isLost = before.storeId !== null && losesBasket(storeId)
    const isElsewhere = isChangedElsewhere({ userId, storeId })
    enterStore(storeId)
    noteStore({ userId, storeId })
    if (isElsewhere) refreshStoreData(client)
    if (!isElsewhere && !isLost) return
    notify({
      id: 'store-switch',
      severity: 'warning',
      text: t('storeSwitch.elsewhere', { store: user?.active_store?.name ?? '' }),
      detail: t(isLost ? 'storeSwitch.elsewhereEmptied' : 'storeSwitch.elsewhereText'),
      ...undoOf(isLost ? before : { storeId: null, baskets: [] }),
    })
  })
  const { id: userId, activeStoreId: storeId } = user ?? {}
  useEffect(() => {
    if (userId !== undefined && storeId != null) follow(userId, storeId)
  }, [userId, storeId])
}

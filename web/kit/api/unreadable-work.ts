import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

let isUnreported = false
const listeners = new Set<() => void>()

/** Reports that stored work of the user can't be read any more. */
export function reportUnreadableWork(): void {
  isUnreported = true
  listeners.forEach(listener => listener())
}

/** Whether unreadable work has been reported since the last call. */
function consumeUnreadableWork(): boolean {
  const wasUnreported = isUnreported
  isUnreported = false
  return wasUnreported
}

function onUnreadableWork(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The readable items of a stored list: an unreadable item does not affect the others. */
export function readEach<Item>(item: z.ZodMiniType<Item>, stored: unknown, onUnreadable: () => void): Item[] {
  if (!Array.isArray(stored)) {
    onUnreadable()
    return []
  }
  const read = stored.flatMap(each => {
    const { data } = z.safeParse(item, each)
    return data === undefined ? [] : [data]
  })
  if (read.length < stored.length) onUnreadable()
  return read
}

/** Shows a notice when stored work of the user can't be read. */
export function useUnreadableWork(): void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyUser = useEffectEvent(() => {
    if (!consumeUnreadableWork()) return
    notify({ id: 'work-unreadable', severity: 'warning', persist: true, text: t('shell.unreadable') })
  })
  useEffect(() => {
    notifyUser()
    // A value may be read during a render, when a notice can't be shown.
    return onUnreadableWork(() => queueMicrotask(() => notifyUser()))
  }, [])
}

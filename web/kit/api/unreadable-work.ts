import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

let isUntold = false
const listeners = new Set<() => void>()

/** Reports that stored work of the user can't be read any more. */
export function showUnreadableWork(): void {
  isUntold = true
  listeners.forEach(listener => listener())
}

/** Whether unreadable work has been reported since the last call. */
function takeUnreadableWork(): boolean {
  const wasUntold = isUntold
  isUntold = false
  return wasUntold
}

function onUnreadableWork(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The readable items of a stored list: an unreadable item does not affect the others. */
export function readEach<Item>(item: z.ZodMiniType<Item>, kept: unknown, onUnreadable: () => void): Item[] {
  if (!Array.isArray(kept)) {
    onUnreadable()
    return []
  }
  const read = kept.flatMap(each => {
    const { data } = z.safeParse(item, each)
    return data === undefined ? [] : [data]
  })
  if (read.length < kept.length) onUnreadable()
  return read
}

/** Shows a notice when stored work of the user can't be read. */
export function useUnreadableWork(): void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tell = useEffectEvent(() => {
    if (!takeUnreadableWork()) return
    notify({ id: 'work-unreadable', severity: 'warning', persist: true, text: t('shell.unreadable') })
  })
  useEffect(() => {
    tell()
    // A value may be read during a render, when a notice can't be shown.
    return onUnreadableWork(() => queueMicrotask(() => tell()))
  }, [])
}

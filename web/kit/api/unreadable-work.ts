import * as z from 'zod/mini'

let isUntold = false
const listeners = new Set<() => void>()

/** Reports that stored work of the user can't be read any more. */
export function showUnreadableWork(): void {
  isUntold = true
  listeners.forEach(listener => listener())
}

/** Whether unreadable work has been reported since the last call. */
export function takeUnreadableWork(): boolean {
  const wasUntold = isUntold
  isUntold = false
  return wasUntold
}

export function onUnreadableWork(listener: () => void): () => void {
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

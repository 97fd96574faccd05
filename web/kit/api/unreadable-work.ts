import * as z from 'zod/mini'

let isUntold = false
const listeners = new Set<() => void>()

/** Something that a person did here was kept and can't be read any more. */
export function tellUnreadableWork(): void {
  isUntold = true
  listeners.forEach(listener => listener())
}

/** Whether there is something of the kind that was not told of yet; asked once, it is taken as told. */
export function takeUnreadableWork(): boolean {
  const wasUntold = isUntold
  isUntold = false
  return wasUntold
}

export function onUnreadableWork(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The items of a kept list that can be read: one bad item takes no other along. */
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

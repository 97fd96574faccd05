import { startTransition, useEffect, useState } from 'react'

/** As many as stand on the first screen, and some. */
const IN_SIGHT = 8

// Who comes back to the page, or reloads it, wants to stand where they stood: then all of it is there at once.
const isOpenedAnew = () =>
  performance.getEntriesByType('navigation').some(entry => 'type' in entry && entry.type === 'navigate')

let hasOpened = false

/** The first of a long list when the app opens, and all of it as soon as those are painted: a slow phone shows them sooner. */
export function useFirstSight<Item>(list: readonly Item[] | undefined): readonly Item[] | undefined {
  const [isWhole, setWhole] = useState(() => hasOpened || !isOpenedAnew())
  const isKnown = list !== undefined
  useEffect(() => {
    if (!isKnown) return
    hasOpened = true
    startTransition(() => setWhole(true))
  }, [isKnown])
  return isWhole ? list : list?.slice(0, IN_SIGHT)
}

import { useSyncExternalStore } from 'react'

// The breakpoint md. MUI’s own hook would add half a kilobyte of helpers to the first load of every shopper.
const wideQuery = () => matchMedia('(min-width: 900px)')

function subscribe(listener: () => void): () => void {
  const query = wideQuery()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether there is room for more than one column: the drawer beside the page, a list as a table. */
export const useWideScreen = (): boolean => useSyncExternalStore(subscribe, () => wideQuery().matches)

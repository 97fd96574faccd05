import { useEffect } from 'react'
import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'

const HAS_PAID_KEY = 'has-paid'

/** Asks the browser not to remove the basket and the product list when it is short of room. */
async function requestPersistence(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // The browser may then remove them at any time.
  }
}

/** A shopper who paid will come back: from then on, persistent storage is requested. */
export function rememberPaid(): void {
  writeStored(HAS_PAID_KEY, 'true')
  void requestPersistence()
}

const hasPaid = (): boolean => readStored(HAS_PAID_KEY) === 'true'

/** Requests persistent storage at an install, and again at the start after a paid basket: some browsers grant it late. */
export function usePersistentStorage(): void {
  useEffect(() => {
    const request = () => void requestPersistence()
    if (hasPaid()) request()
    addEventListener('appinstalled', request)
    return () => removeEventListener('appinstalled', request)
  }, [])
}

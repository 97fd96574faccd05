import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'

const HAS_PAID_KEY = 'has-paid'

/** Asks the browser not to throw the basket and the product list away when it is short of room. */
export async function keepStorage(): Promise<void> {
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist()
  } catch {
    // Then it keeps them as long as it likes.
  }
}

/** A shopper who paid will come back: from then on what is kept is asked to stay. */
export function rememberPaid(): void {
  writeStored(HAS_PAID_KEY, 'true')
  void keepStorage()
}

export const hasPaid = (): boolean => readStored(HAS_PAID_KEY) === 'true'

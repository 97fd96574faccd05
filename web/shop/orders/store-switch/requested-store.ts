import { MINUTE_MS } from '#domain/durations.ts'
import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'

/** The parameter of a store's door sign: `/home?door=1001`. `store` is the store whose figures an admin sees. */
const DOOR_PARAMETER = 'door'
const STORAGE_KEY = 'puoti-requested-store'
/** Long enough to sign in for the first time; later the shopper may be in another store. */
const VALID_MS = 30 * MINUTE_MS

/** Stores the store id of the page's address and removes it there: a login link opens another tab, whose address lacks it. */
export function noteRequestedStore(): void {
  const id = new URLSearchParams(location.search).get(DOOR_PARAMETER)
  if (id === null) return
  writeStored(STORAGE_KEY, `${id} ${Date.now()}`)
  history.replaceState(history.state, '', location.pathname)
}

export function wantedStore(): number | undefined {
  const [id, at = 0] = (readStored(STORAGE_KEY) ?? '').split(' ').map(Number)
  return Date.now() - at < VALID_MS ? id : undefined
}

let isFromSign = false

/** Whether a door sign opened the app, also once its store is chosen. */
export function isOpenedBySign(): boolean {
  isFromSign ||= wantedStore() !== undefined
  return isFromSign
}

export const forgetRequestedStore = (): void => eraseStored(STORAGE_KEY)

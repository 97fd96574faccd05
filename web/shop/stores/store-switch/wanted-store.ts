import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'

/** The parameter of a store's door sign: `/home?store=1001`. */
const PARAM = 'store'
const KEY = 'puoti-wanted-store'
/** Long enough to sign in for the first time; later the shopper may stand in another store. */
const VALID_MS = 30 * 60_000

/** Remembers the store of the address and removes it from there: a login link opens in another tab, without it. */
export function noteWantedStore(): void {
  const url = new URL(location.href)
  const id = url.searchParams.get(PARAM)
  if (id === null || url.pathname !== '/home') return
  writeStored(KEY, `${id} ${Date.now()}`)
  url.searchParams.delete(PARAM)
  history.replaceState(history.state, '', url)
}

export function wantedStore(): number | undefined {
  const [id, at] = (readStored(KEY) ?? '').split(' ').map(Number)
  const isRecent = at !== undefined && Math.abs(Date.now() - at) < VALID_MS
  return isRecent && Number.isSafeInteger(id) ? id : undefined
}

export const forgetWantedStore = (): void => eraseStored(KEY)

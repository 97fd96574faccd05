import { tabStorage } from '#web/kit/api/browser-storage.ts'
import { PATHS } from '#web/kit/paths.ts'

const STORAGE_KEY = 'first-sale'

/** Remembers in this tab that the set-up sent the admin to the first sale: the set-up goes on when it is paid. */
export const rememberFirstSale = (): void => void tabStorage.write(STORAGE_KEY, 'begun')
export const forgetFirstSale = (): void => tabStorage.erase(STORAGE_KEY)

/** Where a paid order leads: home, or on with the set-up after the first sale. */
export const pathAfterSale = (): string =>
  tabStorage.read(STORAGE_KEY) === null ? PATHS.home : `${PATHS.setup}?step=goLive`

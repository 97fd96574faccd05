import { KeptValues, type Worth } from './kept-values.ts'

const kept = new KeptValues(() => localStorage)

export const readStored = (key: string): string | null => kept.read(key)
export const eraseStored = (key: string): void => kept.erase(key)
export const storedKeys = (prefix: string): string[] => kept.keys(prefix)

/** Whether it will outlast the page. */
export const writeStored = (key: string, value: string, worth?: Worth): boolean => kept.write(key, value, worth)

/** Whether something that a person did here will be lost with the page. */
export const hasLooseWork = (): boolean => kept.hasLooseWork()
export const onLooseWork = (listener: () => void): (() => void) => kept.onLooseWork(listener)

/** What a reload of this tab keeps, and other tabs do not see. */
export const tabStorage = new KeptValues(() => sessionStorage)

import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'

const STORAGE_KEY = 'single-keys'
const OFF = 'off'

/** Whoever speaks to the computer, or presses keys by mistake, can turn commands of a single key off. */
export const areSingleKeysOn = (): boolean => readStored(STORAGE_KEY) !== OFF

export function setSingleKeys(isOn: boolean): void {
  if (isOn) eraseStored(STORAGE_KEY)
  else writeStored(STORAGE_KEY, OFF)
}

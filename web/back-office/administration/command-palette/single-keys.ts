import { eraseStored, readStored, writeStored } from '#web/kit/api/browser-storage.ts'

const STORAGE_KEY = 'single-keys'
const OFF = 'off'

/** Single-key commands can be turned off, for speech input and against accidental key presses. */
export const areSingleKeysOn = (): boolean => readStored(STORAGE_KEY) !== OFF

export function setSingleKeys(isOn: boolean): void {
  if (isOn) eraseStored(STORAGE_KEY)
  else writeStored(STORAGE_KEY, OFF)
}

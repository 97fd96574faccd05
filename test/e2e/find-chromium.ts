import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const WITHOUT_WINDOWS = 'chromium-headless-shell'

const find = (names: readonly string[]) =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap(directory => names.map(name => join(directory, name)))
    .find(existsSync)

/** The system's browser, from PATH. Throws when there is none. */
export function findChromium(): string {
  const found = find(NAMES)
  if (found === undefined) throw new Error(`The browser tests need one of ${NAMES.join(', ')} on PATH.`)
  return found
}

/** The same engine without a browser UI, where it is installed: lighter, but its camera plays no clip. */
export const findLightChromium = (): string => find([WITHOUT_WINDOWS]) ?? findChromium()

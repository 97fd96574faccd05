import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The system's browser, from PATH. Throws when there is none. */
export function findChromium(): string {
  const directories = (process.env['PATH'] ?? '').split(delimiter)
  const found = directories.flatMap(directory => NAMES.map(name => join(directory, name))).find(existsSync)
  if (found === undefined) throw new Error(`The browser tests need one of ${NAMES.join(', ')} on PATH.`)
  return found
}

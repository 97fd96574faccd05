import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

const MUST_HOLD_SOMETHING: ReadonlySet<string> = new Set(['PUOTI_SECRET', 'PUOTI_SECRET_BEFORE'])

/**
 * Any variable may come from a file that `NAME_FILE` names, as service managers and vaults hand secrets over: so they are in
 * no environment, which other programs of the same user can read. Line breaks at its end do not count.
 */
export function withFiles(given: Record<string, string | undefined>, names: readonly string[]) {
  const values = { ...given }
  for (const name of names) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    if (given[name] !== undefined)
      throw new ConfigError(`Both ${name} and ${name}_FILE are set: one of them is enough.`)
    const value = read(file, name)
    // Where a vault has not written yet, the shop would silently go on with the secret that it keeps itself.
    if (value === '' && MUST_HOLD_SOMETHING.has(name))
      throw new ConfigError(`The file of the environment variable ${name}_FILE is empty.`)
    // Any other empty file is a variable that is not set, as an empty variable is.
    values[name] = value || undefined
  }
  return values
}

function read(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/[\r\n]+$/, '')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new ConfigError(`The file of the environment variable ${name}_FILE can not be read: ${why}`, { cause: error })
  }
}

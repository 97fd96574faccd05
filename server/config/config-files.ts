import { readFileSync } from 'node:fs'
import { ConfigError } from './config-values.ts'

const MUST_HOLD_SOMETHING: ReadonlySet<string> = new Set(['PUOTI_SECRET', 'PUOTI_SECRET_BEFORE'])

/**
 * Any variable may be read from a file that `NAME_FILE` names, as service managers and vaults provide secrets. This keeps
 * them out of the environment, which other programs of the same user can read. Trailing line breaks are ignored.
 */
export function withFiles(given: Record<string, string | undefined>, names: readonly string[]) {
  const values = { ...given }
  for (const name of names) {
    const file = given[`${name}_FILE`]
    if (file === undefined) continue
    if (given[name] !== undefined)
      throw new ConfigError(`Both ${name} and ${name}_FILE are set: one of them is enough.`)
    const value = read(file, name)
    // If a vault has not written the file yet, the shop would silently use the secret in its database.
    if (value === '' && MUST_HOLD_SOMETHING.has(name))
      throw new ConfigError(`The file of the environment variable ${name}_FILE is empty.`)
    // Any other empty file means that the variable is not set, like an empty variable.
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

import { readFileSync } from 'node:fs'
import { ConfigError } from './config-error.ts'

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
    values[name] = read(file, name)
  }
  return values
}

function read(file: string, name: string): string | undefined {
  try {
    // An empty file is a variable that is not set.
    return readFileSync(file, 'utf8').replace(/[\r\n]+$/, '') || undefined
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new ConfigError(`The file of the environment variable ${name}_FILE can not be read: ${why}`, { cause: error })
  }
}

import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import type { Config } from './config.ts'
import { unknownSettings, unknownSettingText } from './unknown-settings.ts'

type Starting = {
  config: Pick<Config, 'production' | 'isStaging'>
  variables: Record<string, string | undefined>
  /** Where backups and the payment journal go; undefined: nowhere. */
  journalDir: string | undefined
}

/** What the operator should know although the shop starts. */
export async function startWarnings({ config, variables, journalDir }: Starting): Promise<string[]> {
  const unknown = unknownSettings(variables).map(unknownSettingText)
  if (config.isStaging)
    unknown.push('PUOTI_STAGING is on: no email, SMS or notification is sent, and no terminal or lock is reached.')
  if (journalDir === undefined) return config.production && !config.isStaging ? [...unknown, NO_BACKUPS] : unknown
  const reason = await whyNotWritable(journalDir)
  return reason === undefined ? unknown : [...unknown, notWritable(journalDir, reason)]
}

const NO_BACKUPS =
  'PUOTI_BACKUP_DIR is not set: there are no nightly backups and no payment journal, which shows after a restore what terminals have charged since.'

const notWritable = (directory: string, reason: string) =>
  `Backups and the payment journal can't be written to ${directory} (${reason}): create it for the user of the shop, and name it in the unit's ReadWritePaths.`

/** Creates the directory if need be. Returns the reason when this process can't write to it. */
export async function whyNotWritable(directory: string): Promise<string | undefined> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await access(directory, constants.W_OK | constants.X_OK)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

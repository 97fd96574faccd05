import type { Context } from '#server/platform/context.ts'
import { encryptor } from '#server/platform/secrets/secrets.ts'

type Encrypted = Pick<Context, 'db' | 'secrets'>
export type TerminalSettings = { terminalId: number; provider: string; settings: object }

export const settingsEncryptor = ({ secrets }: Encrypted) => encryptor(secrets, 'terminal settings')
/** Binds an encrypted text to its terminal: copied to another terminal's row, it can't be decrypted. */
export const aboutTerminal = (terminalId: number) => `terminal ${terminalId}`

/** Stores a terminal's provider and its connection settings; the settings contain secrets and are encrypted. */
export async function saveTerminalSettings(context: Encrypted, { terminalId, provider, settings }: TerminalSettings) {
  const settings_sealed = settingsEncryptor(context).encrypt(aboutTerminal(terminalId), JSON.stringify(settings))
  await context.db
    .updateTable('terminal')
    .set({ provider, settings_sealed })
    .where('id', '=', terminalId)
    .executeTakeFirstOrThrow()
}

/** The settings with their secrets, unchecked. Undefined when there are none. */
export async function findTerminalSettings(context: Encrypted, terminalId: number): Promise<unknown> {
  const row = await context.db
    .selectFrom('terminal')
    .select('settings_sealed')
    .where('id', '=', terminalId)
    .executeTakeFirst()
  if (!row?.settings_sealed) return undefined
  return JSON.parse(settingsEncryptor(context).decrypt(aboutTerminal(terminalId), row.settings_sealed))
}

import type { Context } from '#server/platform/context.ts'
import { encryptor } from '#server/platform/secrets/secrets.ts'

type Encrypted = Pick<Context, 'db' | 'secrets'>
export type TerminalSettings = { terminalId: number; provider: string; settings: object }

export const settingsEncryptor = ({ secrets }: Encrypted) => encryptor(secrets, 'terminal settings')
/** So an encrypted text that is copied to another terminal's row does not open there. */
export const aboutTerminal = (terminalId: number) => `terminal ${terminalId}`

/** Names a terminal's provider and how it is reached. What is secret in that goes into the database encrypted. */
export async function saveTerminalSettings(context: Encrypted, { terminalId, provider, settings }: TerminalSettings) {
  const settings_sealed = settingsEncryptor(context).encrypt(aboutTerminal(terminalId), JSON.stringify(settings))
  await context.db
    .updateTable('terminal')
    .set({ provider, settings_sealed })
    .where('id', '=', terminalId)
    .executeTakeFirstOrThrow()
}

/** Only for the adapter, which checks their shape: they leave the server nowhere else. Undefined when there are none. */
export async function findTerminalSettings(context: Encrypted, terminalId: number): Promise<unknown> {
  const row = await context.db
    .selectFrom('terminal')
    .select('settings_sealed')
    .where('id', '=', terminalId)
    .executeTakeFirst()
  if (!row?.settings_sealed) return undefined
  return JSON.parse(settingsEncryptor(context).decrypt(aboutTerminal(terminalId), row.settings_sealed))
}

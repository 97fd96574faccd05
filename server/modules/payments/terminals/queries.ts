import type { Terminal, TerminalDetail } from '#contract/payments/terminals.ts'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { encryptor } from '#server/platform/secrets/secrets.ts'
import { toDetail } from './terminal-settings.ts'

const terminalRows = (db: Db) =>
  db
    .selectFrom('terminal')
    .select(['id', 'store_id', 'name', 'provider', 'revision'])
    .select(row => row('settings_sealed', 'is not', null).$castTo<boolean>().as('has_settings'))
    .select(row => row('retired_at', 'is not', null).$castTo<boolean>().as('retired'))
    .orderBy('store_id')
    .orderBy('id')

export const findTerminals = (db: Db): Promise<Terminal[]> => terminalRows(db).execute()

/** For a terminal that is known to exist. */
export const getTerminal = (db: Db, terminalId: number): Promise<Terminal> =>
  terminalRows(db).where('id', '=', terminalId).executeTakeFirstOrThrow()

/** For a terminal that is known to exist; includes its connection settings. */
export async function getTerminalDetail(
  context: Pick<Context, 'db' | 'secrets'>,
  terminalId: number,
): Promise<TerminalDetail> {
  const terminal = await getTerminal(context.db, terminalId)
  return { ...terminal, ...toDetail(await findTerminalSettings(context, terminalId)) }
}

/** Undefined when there is no such terminal. */
export const findTerminalDetail = async (context: SettingsContext, terminalId: number) =>
  (await findTerminal(context.db, terminalId)) && getTerminalDetail(context, terminalId)

export const findTerminal = (db: Db, terminalId: number): Promise<Terminal | undefined> =>
  terminalRows(db).where('id', '=', terminalId).executeTakeFirst()

/** When the terminal may first have received a payment or a refund. */
export async function findSentAt(db: Db, sent: { serviceId: string } | { refundId: string }) {
  const row =
    'serviceId' in sent
      ? db.selectFrom('payment_attempt').select('sent_at').where('service_id', '=', sent.serviceId)
      : db.selectFrom('refund').select('sent_at').where('refund_key', '=', sent.refundId)
  return (await row.executeTakeFirst())?.sent_at ?? undefined
}

type SettingsContext = Pick<Context, 'db' | 'secrets'>
type TerminalSettings = { terminalId: number; provider: string; settings: PlainSettings }

export const settingsEncryptor = ({ secrets }: Pick<Context, 'secrets'>) => encryptor(secrets, 'terminal settings')
/** Binds an encrypted text to its terminal: copied to another terminal's row, it can't be decrypted. */
export const aboutTerminal = (terminalId: number) => `terminal ${terminalId}`

/** Stores a terminal's provider and its connection settings; the settings contain secrets and are encrypted. */
export async function saveTerminalSettings(
  context: SettingsContext,
  { terminalId, provider, settings }: TerminalSettings,
) {
  const settings_sealed = settingsEncryptor(context).encrypt(aboutTerminal(terminalId), JSON.stringify(settings))
  await context.db
    .updateTable('terminal')
    .set({ provider, settings_sealed })
    .where('id', '=', terminalId)
    .executeTakeFirstOrThrow()
}

/** The settings with their secrets, unchecked. Undefined when there are none. */
export async function findTerminalSettings(
  context: SettingsContext,
  terminalId: number,
): Promise<PlainSettings | undefined> {
  const row = await context.db
    .selectFrom('terminal')
    .select('settings_sealed')
    .where('id', '=', terminalId)
    .executeTakeFirst()
  return row && decryptSettings(context, terminalId, row.settings_sealed)
}

/** Throws when the present PUOTI_SECRET can't decrypt them. */
export function decryptSettings(context: Pick<Context, 'secrets'>, terminalId: number, sealed: string | null) {
  if (!sealed) return undefined
  // Only `saveTerminalSettings` writes it.
  return JSON.parse(settingsEncryptor(context).decrypt(aboutTerminal(terminalId), sealed)) as PlainSettings
}

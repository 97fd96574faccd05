import type { Kysely } from 'kysely'
import type { Terminal, TerminalDetail } from '#contract/payments/terminals.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { shownOf } from './merge-settings.ts'
import { findTerminalSettings } from './terminal-settings.ts'

const terminalRows = (db: Kysely<Database>) =>
  db
    .selectFrom('terminal')
    .select(['id', 'store_id', 'name', 'provider', 'revision'])
    .select(row => row('settings_sealed', 'is not', null).$castTo<boolean>().as('has_settings'))
    .select(row => row('retired_at', 'is not', null).$castTo<boolean>().as('retired'))
    .orderBy('store_id')
    .orderBy('id')

export const findTerminals = (db: Kysely<Database>): Promise<Terminal[]> => terminalRows(db).execute()

/** For a terminal that is known to exist. */
export const showTerminal = (db: Kysely<Database>, terminalId: number): Promise<Terminal> =>
  terminalRows(db).where('id', '=', terminalId).executeTakeFirstOrThrow()

/** For a terminal that is known to exist; includes its connection settings. */
export async function showDetail(
  context: Pick<Context, 'db' | 'secrets'>,
  terminalId: number,
): Promise<TerminalDetail> {
  const terminal = await showTerminal(context.db, terminalId)
  return { ...terminal, settings: shownOf(await findTerminalSettings(context, terminalId)) }
}

export const findTerminal = (db: Kysely<Database>, terminalId: number): Promise<Terminal | undefined> =>
  terminalRows(db).where('id', '=', terminalId).executeTakeFirst()

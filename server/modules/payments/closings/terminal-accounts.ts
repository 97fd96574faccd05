import type { FieldChange } from '#domain/field-changes.ts'
import { ACCOUNT_SETTINGS } from '#domain/payments/terminals/terminal-providers.ts'
import { decryptSettings } from '#server/modules/payments/terminals/queries.ts'
import { accountIn } from '#server/modules/payments/terminals/terminal-settings.ts'
import type { Context } from '#server/platform/context.ts'

/** The fields with a terminal's account in the audit log. */
const FIELDS = ACCOUNT_SETTINGS.map(name => `settings.${name}`)

type AccountChange = { at: Date; from: string | null; to: string | null }

function accountChange(changes: readonly FieldChange[], at: Date): AccountChange | undefined {
  const changed = changes.filter(({ field }) => FIELDS.includes(field))
  if (changed.length === 0) return undefined
  const first = (end: 'from' | 'to') =>
    changed.map(each => each[end]).find((value): value is string => typeof value === 'string') ?? null
  return { at, from: first('from'), to: first('to') }
}

async function findChanges({ db }: Context, terminalIds: readonly number[]): Promise<Map<number, AccountChange[]>> {
  if (terminalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('audit_entry')
    .select(['record_id', 'changes', 'created_at'])
    .where('kind', '=', 'terminal')
    .where('record_id', 'in', terminalIds)
    .orderBy('id')
    .execute()
  const changes = rows.flatMap(row => {
    const change = accountChange(row.changes, row.created_at)
    return change ? [{ terminalId: row.record_id, ...change }] : []
  })
  return Map.groupBy(changes, ({ terminalId }) => terminalId)
}

/** Undefined settings, and those that the present PUOTI_SECRET can't decrypt, have no account. */
async function findAccounts(context: Context, terminalIds: readonly number[]): Promise<Map<number, string | null>> {
  if (terminalIds.length === 0) return new Map()
  const terminals = context.db
    .selectFrom('terminal')
    .select(['id', 'settings_encrypted'])
    .where('id', 'in', terminalIds)
  const account = (id: number, sealed: string | null) => {
    try {
      return accountIn(decryptSettings(context, id, sealed))
    } catch {
      return null
    }
  }
  return new Map((await terminals.execute()).map(row => [row.id, account(row.id, row.settings_encrypted)]))
}

type Terminal = { id: number; provider: string }

/**
 * The accounts that received the payments of each terminal in a span of time: of the settings now, and of the changes in the audit
 * log, which can't be removed. More than one: the settings were changed in that time.
 */
export async function findTerminalAccounts(context: Context, terminals: readonly Terminal[]) {
  const real = terminals.filter(({ provider }) => provider !== 'test').map(({ id }) => id)
  const changes = await findChanges(context, real)
  const current = await findAccounts(context, real)
  return {
    between(terminalId: number, from: Date, until: Date): string[] {
      const all = changes.get(terminalId) ?? []
      const first = all[0] ? all[0].from : (current.get(terminalId) ?? null)
      const before = all.filter(({ at }) => at < from).at(-1)
      const during = all.filter(({ at }) => at >= from && at < until)
      const accounts = [before ? before.to : first, ...during.map(({ to }) => to)]
      return [...new Set(accounts.filter(account => account !== null))]
    },
  }
}

import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { RenamedTerminal } from '#contract/payments/terminals.ts'
import { toTerminalHealth } from '#domain/payments/terminal-health.ts'
import { addTestTerminal } from '#server/modules/stores/admin-stores/queries.ts'
import { type Author, authorAt, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { reachMilestone } from '#server/platform/settings/milestones.ts'
import { addTerminal, changeTerminal } from './change-terminal.ts'
import { isOfProvider } from './merge-settings.ts'
import { notifyMoneyChange } from './notify-money-change.ts'
import { findTerminal, findTerminals, getTerminalDetail, getTerminal } from './queries.ts'

export function terminalRoutes(context: Context): Handlers<typeof contract.terminals> {
  const author = authorAt(context.now)
  return {
    list: () => findTerminals(context.db),

    async get({ params }) {
      const terminal = await findTerminal(context.db, params.id)
      if (!terminal) return refuse('terminal.notFound')
      return getTerminalDetail(context, terminal.id)
    },

    add: async ({ body: { store_id, ...named }, user }) =>
      (await settingsRefusal(context, named)) ?? addTerminal(context, store_id, { ...named, author: author(user) }),

    change: async ({ params, body, user }) =>
      (await settingsRefusal(context, body)) ?? changeTerminal(context, params.id, { ...body, author: author(user) }),

    retire: ({ params, body, user }) => retireTerminal(context, { ...params, ...body, author: author(user) }),

    remove: ({ params, user }) => removeTerminal(context, { ...params, author: author(user) }),

    async health({ params }) {
      const terminal = await findTerminal(context.db, params.id)
      if (!terminal) return refuse('terminal.notFound')
      const provider = context.terminals.byProvider(terminal.provider)
      if (!provider) return toTerminalHealth('notHere', `No provider is called ${terminal.provider}.`)
      const health = await provider.health(terminal.id)
      if (health.ok && terminal.provider !== 'test') await reachMilestone(context, 'terminalTested')
      return health
    },

    chooseMode: ({ params, body, user }) =>
      choosePaymentMode(context, { storeId: params.id, ...body, author: author(user) }),
  }
}

/**
 * Refuses settings of another kind of terminal, and those that would send the key unencrypted outside the networks allowed for
 * that, before anything is saved.
 */
async function settingsRefusal({ terminals }: Context, { provider, settings }: RenamedTerminal) {
  if (!isOfProvider(provider, settings)) return refuse('request.invalid', { fields: ['provider'] })
  // The value of the key doesn't matter here, and may be missing in the request.
  const protects = terminals.byProvider(provider)?.protects?.({ apiKey: 'kept', password: 'kept', ...settings })
  if (protects === undefined || (await protects)) return undefined
  return refuse('form.invalid', { problems: [{ field: 'host', problem: 'unprotected' }] })
}

type Choice = { storeId: number; payment_mode: 'test' | 'terminal'; author: Author }

/** Sets whether a store's test terminals or its real ones take the payments. */
async function choosePaymentMode({ db, config }: Context, { storeId: id, payment_mode, author }: Choice) {
  if (payment_mode === 'test' && !config.testPayment)
    return refuse('form.invalid', { problems: [{ field: 'payment_mode', problem: 'notHere' }] })
  return inRefusableTransaction(db, async trx => {
    const store = trx.selectFrom('store').select('payment_mode').where('id', '=', id)
    const before = await store.forNoKeyUpdate().executeTakeFirst()
    if (!before) return refuse('store.notFound')
    if (payment_mode === 'test') await addTestTerminal(trx, id)
    if (await recordChange(trx, { kind: 'store', id, before, after: { payment_mode }, author }))
      await trx
        .updateTable('store')
        .set({ payment_mode, revision: sql`revision + 1` })
        .where('id', '=', id)
        .execute()
    return {}
  })
}

type Retire = { id: number; retired: boolean; author: Author }

/** Takes a terminal out of use, or back. Payments in progress there continue, and refunds are still made there. */
async function retireTerminal(context: Context, { id, retired, author }: Retire) {
  return inRefusableTransaction(context.db, async trx => {
    const row = await trx
      .selectFrom('terminal')
      .select('retired_at')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return refuse('terminal.notFound')
    const before = { retired: row.retired_at !== null }
    const after = { retired }
    if (await recordChange(trx, { kind: 'terminal', id, before, after, author })) {
      await trx
        .updateTable('terminal')
        .set({ retired_at: retired ? author.at : null })
        .where('id', '=', id)
        .execute()
      if (!retired) await notifyMoneyChange({ ...context, db: trx }, { terminalId: id, before, after, author })
    }
    return getTerminal(trx, id)
  })
}

/** Removes a terminal that has no payment attempts and no day sums entered by an admin. */
async function removeTerminal({ db }: Context, { id, author }: { id: number; author: Author }) {
  return inRefusableTransaction(db, async trx => {
    // A payment that begins there waits for this lock, and then finds no such terminal.
    const row = await trx
      .selectFrom('terminal')
      .select(['store_id', 'name', 'provider'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('terminal.notFound')
    const attempt = trx.selectFrom('payment_attempt').select('id').where('terminal_id', '=', id).limit(1)
    const daySum = trx.selectFrom('terminal_daily_total').select('date').where('terminal_id', '=', id).limit(1)
    if ((await attempt.executeTakeFirst()) ?? (await daySum.executeTakeFirst())) return refuse('record.inUse')
    await trx.deleteFrom('terminal').where('id', '=', id).execute()
    await recordChange(trx, { kind: 'terminal', id, before: row, after: null, author })
    return {}
  })
}

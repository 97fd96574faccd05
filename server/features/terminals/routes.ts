import type { contract } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { refuse } from '#server/http/refusal.ts'
import { addTerminal, changeTerminal } from './change-terminal.ts'
import { findTerminal, findTerminals } from './queries.ts'

export function terminalRoutes(context: Context): Handlers<typeof contract.terminals> {
  return {
    list: () => findTerminals(context.db),

    add: async ({ body: { store_id, ...named } }) => addTerminal(context, store_id, named),

    change: ({ params, body }) => changeTerminal(context, params.id, body),

    async health({ params }) {
      const terminal = await findTerminal(context.db, params.id)
      if (!terminal) return refuse('terminal.notFound')
      const provider = context.terminals.byProvider(terminal.provider)
      return provider?.health(terminal.id) ?? { ok: false, detail: `No provider is called ${terminal.provider}.` }
    },

    async chooseMode({ params, body }) {
      const chosen = await context.db
        .updateTable('store')
        .set({ payment_mode: body.payment_mode })
        .where('id', '=', params.id)
        .returning('id')
        .executeTakeFirst()
      return chosen ? {} : refuse('store.notFound')
    },
  }
}

import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { addTerminal, changeTerminal, checkTerminalHealth, choosePaymentMode } from './change-terminal.ts'
import { findTerminalDetail, findTerminals, findWaysToPay } from './queries.ts'
import { retireTerminal, removeTerminal } from './retire-terminal.ts'

export function terminalRoutes(context: Context): Handlers<typeof contract.terminals> {
  const author = authorAt(context.now)
  return {
    list: () => findTerminals(context.db),

    get: async ({ params }) => (await findTerminalDetail(context, params.id)) ?? refuse('terminal.notFound'),

    add: ({ body: { store_id, ...input }, user }) => addTerminal(context, store_id, { ...input, author: author(user) }),

    change: ({ params, body, user }) => changeTerminal(context, params.id, { ...body, author: author(user) }),

    retire: ({ params, body, user }) => retireTerminal(context, { ...params, ...body, author: author(user) }),

    remove: ({ params, user }) => removeTerminal(context, { ...params, author: author(user) }),

    health: ({ params }) => checkTerminalHealth(context, params.id),

    chooseMode: ({ params, body, user }) =>
      choosePaymentMode(context, { storeId: params.id, ...body, author: author(user) }),
  }
}

export const waysToPayRoutes = ({ db }: Context): Handlers<typeof contract.waysToPay> => ({
  get: async ({ params }) => (await findWaysToPay(db, params.id)) ?? refuse('store.notFound'),
})

import type { contract } from '#contract/index.ts'
import { healthOf } from '#domain/payments/terminal-health.ts'
import type { Context } from '#server/platform/context.ts'
import { reachMilestone } from '#server/platform/milestones/milestones.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import { addTerminal, changeTerminal } from './change-terminal.ts'
import { choosePaymentMode } from './choose-payment-mode.ts'
import { findTerminal, findTerminals, showDetail } from './queries.ts'
import { removeTerminal, retireTerminal } from './retire-terminal.ts'
import { whyUnprotected } from './why-unprotected.ts'

export function terminalRoutes(context: Context): Handlers<typeof contract.terminals> {
  const author = authorAt(context.now)
  return {
    list: () => findTerminals(context.db),

    async read({ params }) {
      const terminal = await findTerminal(context.db, params.id)
      if (!terminal) return refuse('terminal.notFound')
      return showDetail(context, terminal.id)
    },

    add: async ({ body: { store_id, ...named }, user }) =>
      (await whyUnprotected(context, named)) ?? addTerminal(context, store_id, { ...named, author: author(user) }),

    change: async ({ params, body, user }) =>
      (await whyUnprotected(context, body)) ?? changeTerminal(context, params.id, { ...body, author: author(user) }),

    retire: ({ params, body, user }) => retireTerminal(context, { ...params, ...body, author: author(user) }),

    remove: ({ params, user }) => removeTerminal(context, { ...params, author: author(user) }),

    async health({ params }) {
      const terminal = await findTerminal(context.db, params.id)
      if (!terminal) return refuse('terminal.notFound')
      const provider = context.terminals.byProvider(terminal.provider)
      if (!provider) return healthOf('notHere', `No provider is called ${terminal.provider}.`)
      const health = await provider.health(terminal.id)
      if (health.ok && terminal.provider !== 'test') await reachMilestone(context, 'terminalTested')
      return health
    },

    chooseMode: ({ params, body, user }) =>
      choosePaymentMode(context, { storeId: params.id, ...body, author: author(user) }),
  }
}

import type { FastifyInstance } from 'fastify'
import type { contract } from '#contract/index.ts'
import { toProductCode } from '#domain/catalogue/scanned-code.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findReducedGoods, findReducedLots } from './find-reduced-lots.ts'
import { markLots, unmarkLots } from './mark-lots.ts'
import { printRedLabels } from './print-red-labels.ts'

export function reducedLotRoutes(context: Context): Handlers<typeof contract.reducedLots> {
  const { db, now } = context
  return {
    list: async ({ params, language }) =>
      (await findReducedLots(db, { storeId: params.id, language, now: now() })) ?? refuse('notFound'),
    mark: ({ params, body, user: { userId } }) => markLots(context, { storeId: params.id, ...body, userId }),
    unmark: ({ params, body }) => unmarkLots(context, { storeId: params.id, ...body }),
    pdf: ({ params, query, language }) => printRedLabels(context, { storeId: params.id, query, language }),
  }
}

export const savingRoutes = ({ db, now }: Context): Handlers<typeof contract.savings> => ({
  list: async ({ user }) => ({
    items: user.activeStoreId === null ? [] : await findReducedGoods(db, { storeId: user.activeStoreId, now: now() }),
  }),
})

/**
 * Where the link of a red label leads when a phone's own camera opens it: to the product on the shelf. The basket's scanner reads the link
 * itself and opens nothing.
 */
export function lotLinkPages(http: FastifyInstance): void {
  http.get('/01/*', async (request, reply) => {
    const code = toProductCode(`https://label.invalid${request.url}`)
    const path = /^\d{8,14}$/.test(code) ? `/home?find=${code}` : '/home'
    return reply.header('Cache-Control', 'no-store').redirect(path, 302)
  })
}

import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { addSupplier, changeSupplier, removeSupplier } from './change-suppliers.ts'
import { findSupplier, findSuppliers } from './queries.ts'

export function supplierRoutes(context: Context): Handlers<typeof contract.suppliers> {
  const author = authorAt(context.now)
  return {
    list: ({ query }) => findSuppliers(context.db, query),
    get: async ({ params }) => (await findSupplier(context.db, params.id)) ?? refuse('notFound'),
    create: ({ body, user }) => addSupplier(context, body, author(user)),
    update: ({ params, body: { reason, ...body }, user }) =>
      changeSupplier(context, { ...params, ...body }, author(user, reason)),
    remove: ({ params, user }) => removeSupplier(context, params.id, author(user)),
  }
}

import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { archiveStore, removeStore, type StoreOrders } from './archive-store.ts'
import { findStoreChoices, findStores } from './list-stores.ts'
import { findAdminStore } from './queries.ts'
import { addStore, changeStore } from './save-store.ts'
import { listHours, shareHours } from './share-hours.ts'

export function adminStoreRoutes(context: Context, orders: StoreOrders): Handlers<typeof contract.adminStores> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ query }) => findStores(db, query, now()),
    choices: ({ stores }) => findStoreChoices(db, stores),
    get: async ({ params }) => (await findAdminStore(context, params.id)) ?? refuse('notFound'),
    create: ({ body: { offer, ...form }, user }) => addStore(context, { form, offer }, { author: author(user), user }),
    update: ({ params, body: { revision, reason, ...form }, user }) =>
      changeStore(context, { ...params, revision, form }, { author: author(user, reason), user, orders }),
    listHours: () => listHours(context, db),
    shareHours: ({ body: { reason, ...body }, user }) => shareHours(context, body, author(user, reason)),
    archive: ({ params, body: { reason, ...body }, user }) =>
      archiveStore(context, { ...params, ...body, orders }, author(user, reason)),
    remove: ({ params, user }) => removeStore(context, params.id, author(user)),
  }
}

import type { contract } from '#contract/index.ts'
import { countAudiences, countAudiencesByStore } from '#server/modules/messaging/push/notify-subscribers.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { cancelMessage } from './cancel-message.ts'
import { findMessage, findMessages } from './queries.ts'
import { writeMessage } from './write-message.ts'

export function messageRoutes(context: Context): Handlers<typeof contract.messages> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ query }) => findMessages(db, query),
    audience: async () => ({
      devices: await countAudiences(db, 'promotions'),
      stores: await countAudiencesByStore(db, 'promotions'),
    }),
    get: async ({ params }) => (await findMessage(db, params.id)) ?? refuse('notFound'),
    send: ({ body: { key, ...form }, user }) =>
      writeMessage(context, { key, form, author: author(user), origin: context.origin() }),
    cancel: ({ params, user }) => cancelMessage(context, params.id, author(user)),
  }
}

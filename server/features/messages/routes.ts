import type { contract } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { refuse } from '#server/http/refusal.ts'
import { authorAt } from '../audit/record-change.ts'
import { countAudience } from '../push/write-notification.ts'
import { cancelMessage } from './cancel-message.ts'
import { findMessage, findMessages } from './queries.ts'
import { writeMessage } from './write-message.ts'

export function messageRoutes(context: Context): Handlers<typeof contract.messages> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ query }) => findMessages(db, query),
    audience: async ({ query: { language_id: languageId } }) => ({
      devices: await countAudience(db, { type: 'promotions', languageId }),
    }),
    read: async ({ params }) => (await findMessage(db, params.id)) ?? refuse('notFound'),
    send: ({ body: { key, ...form }, user }) =>
      writeMessage(context, { key, form, author: author(user), origin: context.origin() }),
    cancel: ({ params, user }) => cancelMessage(context, params.id, author(user)),
  }
}

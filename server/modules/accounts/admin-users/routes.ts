import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { removeUser } from '#server/modules/accounts/privacy/remove-account.ts'
import { blockPhone, blockUser, makeAdmin } from './change-user.ts'
import { findUsers } from './list-users.ts'
import { findAdminUser } from './queries.ts'
import { resetPasskeys } from './reset-passkeys.ts'

type Said = { params: { id: number }; body: { reason?: string | undefined; myself?: true | undefined } }

export function adminUserRoutes(context: Context): Handlers<typeof contract.adminUsers> {
  const asked = ({ params, body, user }: Said & { user: { userId: number } }) => ({
    id: params.id,
    myself: body.myself,
    author: { userId: user.userId, at: context.now(), reason: body.reason?.trim() || undefined },
  })
  return {
    list: ({ query }) => findUsers(context.db, query),
    read: async ({ params }) => (await findAdminUser(context, params.id)) ?? refuse('notFound'),
    block: call => blockUser(context, { ...asked(call), isBlocked: call.body.is_blocked }),
    remove: call => removeUser(context, { userId: call.params.id, author: asked(call).author }),
    resetPasskeys: call => resetPasskeys(context, asked(call), call.user),
    makeAdmin: call => makeAdmin(context, { ...asked(call), isAdmin: call.body.is_admin }),
    blockPhone: call =>
      blockPhone(context, { ...asked(call), isBlocked: call.body.is_blocked, phone: call.body.phone }),
  }
}

import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { updateUser } from './update-user.ts'

export const userRoutes = (context: Context): Handlers<typeof contract.users> => ({
  update: ({ user, body }) => updateUser(context, user, body),
})

import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findChoice, saveChoice } from './save-choice.ts'

export function letterRoutes({ db }: Context): Handlers<typeof contract.letters> {
  return {
    get: ({ user }) => findChoice(db, user.userId),
    save: async ({ body, user }) => (await saveChoice(db, user.userId, body)) ?? refuse('notFound'),
  }
}

import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { listLanguages } from './queries.ts'

export const languageRoutes = (context: Context): Handlers<typeof contract.languages> => ({
  list: () => listLanguages(context),
})

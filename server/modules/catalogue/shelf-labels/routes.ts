import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { forgetShelfLabels, printShelfLabels } from './print-shelf-labels.ts'

export const shelfLabelRoutes = (context: Context): Handlers<typeof contract.shelfLabels> => ({
  pdf: ({ query, language, user: { userId } }) => printShelfLabels(context, { query, language, userId }),
  markUnprinted: ({ query, body, language, user: { userId } }) =>
    forgetShelfLabels(context, { query, body, language, userId }),
})

import type { contract } from '#contract/index.ts'
import { getOperator } from '#server/modules/stores/seller/queries.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'

export const operatorRoutes = (context: Context): Handlers<typeof contract.operator> => ({
  get: ({ language }) => getOperator(context, language),
})

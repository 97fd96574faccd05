import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { showOperator } from '#server/platform/company/queries.ts'

export const operatorRoutes = (context: Context): Handlers<typeof contract.operator> => ({
  show: ({ language }) => showOperator(context, language),
})

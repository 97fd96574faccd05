import type { contract } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { showOperator } from './queries.ts'

export const operatorRoutes = (context: Context): Handlers<typeof contract.operator> => ({
  show: ({ language }) => showOperator(context, language),
})

import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { reportUnknownCode } from './report-unknown-code.ts'

export const unknownCodeRoutes = (context: Context): Handlers<typeof contract.unknownCodes> => ({
  report: ({ user, body: { code }, reply }) => reportUnknownCode(context, { user, code, reply }),
})

import type { contract } from '#contract/index.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import type { Context } from '#server/platform/context.ts'
import { untrustedProxy } from '#server/platform/http/connection/address.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { runChecks } from './run-checks.ts'
import { checkMessage } from './test-message.ts'

type DoctorServices = { locks: Locks; journalDir: string | undefined }

export function doctorRoutes(
  context: Context,
  { locks, journalDir }: DoctorServices,
): Handlers<typeof contract.doctor> {
  const { config, db, now, storage, terminals } = context
  const directories = { database: config.databaseUrl === undefined ? config.dataDir : undefined, backups: journalDir }
  return {
    async checks({ language, request }) {
      const needs = { config, db, now, storage, terminals, locks, directories, variables: process.env }
      const checks = await runChecks({ ...needs, untrustedProxy: untrustedProxy(request) }, language)
      return { version: config.version, commit: config.commit, checks }
    },

    async testMessage({ body: { channel }, user, language, reply }) {
      const limited = await refusedByRate(context, reply, [[RATE_LIMITS.testMessagesPerUser, String(user.userId)]])
      if (limited) return limited
      return checkMessage(context, { user, channel, language })
    },
  }
}

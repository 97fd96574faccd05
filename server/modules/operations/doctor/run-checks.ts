import type { Kysely } from 'kysely'
import { type Check, type CheckName, CHECKS } from '#contract/operations/doctor.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { StatusLevel } from '#domain/administration/shop-status.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import type { PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Config } from '#server/config/config.ts'
import type { Directories, Storage } from '#server/platform/db/storage.ts'
import { loggableError } from '#server/platform/http/connection/loggable-error.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { checkLocks, checkNotifications, checkProxies, checkPublicUrl, checkTerminals } from './check-outside.ts'
import {
  checkBackups,
  checkClock,
  checkDatabase,
  checkDirectories,
  checkDisk,
  checkInvariants,
  checkMessages,
  checkSchema,
  checkSettings,
} from './check-shop.ts'
import { checkTitle, findingText, type FindingText, type Values } from './texts.ts'

/** What the checks look at: the same for a server and for a command beside it. */
export type DoctorNeeds = {
  config: Config
  variables: Record<string, string | undefined>
  db: Kysely<Database>
  terminals: PaymentTerminals
  locks: Locks
  storage: Storage
  /** Of the embedded database, and of backups, where there are any. */
  directories: Directories
  /** Of the request that asked, if any. */
  untrustedProxy?: string | undefined
  now: () => Date
}

export type Found = { state: StatusLevel; finding: FindingText; values?: Values }

const CHECK: Record<CheckName, (needs: DoctorNeeds) => Promise<Found>> = {
  settings: checkSettings,
  database: checkDatabase,
  schema: checkSchema,
  clock: checkClock,
  directories: checkDirectories,
  disk: checkDisk,
  backups: checkBackups,
  invariants: checkInvariants,
  publicUrl: checkPublicUrl,
  proxies: checkProxies,
  email: needs => checkMessages(needs, 'mail'),
  sms: needs => checkMessages(needs, 'sms'),
  terminals: checkTerminals,
  locks: checkLocks,
  notifications: checkNotifications,
}

/** Runs all checks at once, and returns them in the order of CHECKS. One that fails doesn't stop the others. */
export const runChecks = (needs: DoctorNeeds, language: LanguageCode): Promise<Check[]> =>
  Promise.all(
    CHECKS.map(async name => {
      const found = await CHECK[name](needs).catch((error: unknown): Found => {
        const reason = loggableError(error).message
        return { state: 'off', finding: 'failed', values: { reason } }
      })
      return toCheck(name, found, language)
    }),
  )

export const toCheck = (check: CheckName, { state, finding, values }: Found, language: LanguageCode): Check => ({
  check,
  state,
  title: checkTitle(language, check),
  text: findingText(language, finding, values),
})

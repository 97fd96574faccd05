import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Storage } from './db/storage.ts'
import type { Database } from './schema/tables.ts'
import type { JobQueue } from './outbox/job-queue.ts'
import type { RefusedKeys } from './http/refused-keys.ts'
import type { PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Secrets } from './secrets/secrets.ts'

/** What every feature may use. Made once by app.ts, and by tests with a clock and providers of their own. */
export type Context = {
  config: Config
  /** The shop's own address, without a path: where mailed links lead (http/address.ts). */
  origin: () => string
  db: Kysely<Database>
  /** The time now, in UTC: passed in, so that a test can turn the clock. */
  now: () => Date
  log: FastifyBaseLogger
  secrets: Secrets
  /** Whom limits have refused, until they are free again. */
  refusedKeys: RefusedKeys
  jobs: JobQueue
  terminals: PaymentTerminals
  storage: Storage
}

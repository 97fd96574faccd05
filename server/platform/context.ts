import type { FastifyBaseLogger } from 'fastify'
import type { PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Config } from '#server/config/config.ts'
import type { Storage } from './db/storage.ts'
import type { Outbox } from './outbox/outbox-message.ts'
import type { StoresOfRecords } from './rights/store-finder.ts'
import type { Db } from './schema/tables.ts'
import type { Secrets } from './secrets/secrets.ts'
import type { Settlement } from './settlement-hooks.ts'

/** Dependencies of every feature. Created once by app.ts, and by tests with their own clock and providers. */
export type Context = {
  config: Config
  /** The shop's own origin, without a path: base of the links in emails (http/connection/address.ts). */
  origin: () => string
  db: Db
  /** The current time, in UTC; injected, so that a test can set the clock. */
  now: () => Date
  log: FastifyBaseLogger
  secrets: Secrets
  /** Keys that a rate limit has refused, until their window ends. */
  refusedKeys: Map<string, Date>
  outbox: Outbox
  terminals: PaymentTerminals
  storage: Storage
  /** What modules write together with the outcome of a payment or a refund. */
  settlement: Settlement
  /** How modules find the store of a record that a call names. */
  storesOfRecords: StoresOfRecords
}

import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import type { ListExports } from './files/list-table.ts'
import type { mountAt } from './http/mount.ts'
import type { OutboxChannel } from './outbox/outbox-message.ts'
import type { PersonalDataRegister } from './personal-data/register.ts'
import type { RemoveStale } from './retention.ts'
import type { StoresOfRecords } from './rights/store-finder.ts'
import type { SettlementHooks } from './settlement-hooks.ts'
import type { RunningJob } from './workers/periodic-job.ts'

type GaugeValue = { labels?: Record<string, string>; value: number }

/** A figure of the shop at this moment, for Prometheus: one value, or one for each of a label's values. */
export type Gauge = { name: string; help: string; values: GaugeValue[] }

/** Reads gauges of which every server reports the same value. */
export type ReadGauges = (context: Context) => Promise<Gauge[]>

/** Repairs at most `max` rows, returns how many. */
export type RepairRows = (context: Context, max: number) => Promise<number>

/** What the routes of a module are registered on. `services`: the workers and adapters that app.ts made, and hooks of later modules. */
type ModuleServer<Services> = {
  http: FastifyInstance
  mount: ReturnType<typeof mountAt>
  context: Context
  services: Services
}

/** Starts a periodic job; its name and period are in /metrics. */
export type StartJob<Services> = (context: Context, services: Services) => RunningJob | Promise<RunningJob>

/** Makes the channel by which the outbox sends a kind of message. */
type MakeChannel<Services> = (context: Context, services: Services) => OutboxChannel

/**
 * Everything that a module adds to a server; module-list.ts lists the modules. `Services`: the services that this module needs.
 * Declare it as `{ … } satisfies Module`, which keeps the types of `exports` and `personalData`: module-list.ts compiles only if
 * every list has its export and every table its class.
 */
export type Module<Services = object> = {
  routes: (server: ModuleServer<Services>) => void
  /** How its kinds of messages are sent. */
  channels?: readonly MakeChannel<Services>[]
  /** Started before any module's `jobs` and before the outbox sends: applies what a restored database lacks. */
  recovery?: readonly StartJob<Services>[]
  /** Started in this order, last of all. */
  jobs?: readonly StartJob<Services>[]
  /** Shown in /metrics. */
  gauges?: readonly ReadGauges[]
  /** What the clean-up deletes once its retention time has passed. */
  retention?: readonly RemoveStale[]
  /** What the clean-up corrects after a server was cut off. */
  repairs?: readonly RepairRows[]
  /** What it writes together with the outcome of a payment or a refund. */
  settlement?: SettlementHooks
  /** The stores of its records, for calls of people with a right in some stores only. */
  storesOfRecords?: Partial<StoresOfRecords>
  /** The files of its lists, by their names in the contract. */
  exports?: (context: Context) => Partial<ListExports>
  /** The classes of the tables whose rows it creates: for the data export and the erasure of a person. */
  personalData?: Partial<PersonalDataRegister>
}

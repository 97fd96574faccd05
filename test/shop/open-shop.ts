import cookie from '@fastify/cookie'
import type { LightMyRequestResponse } from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import type { PaymentTerminal, PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { testTerminal } from '#server/adapters/payment-terminal/test-terminal.ts'
import { makeHttp, ownServices } from '#server/app.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { type Services, SETTLEMENT, STORES_OF_RECORDS } from '#server/module-list.ts'
import { accounts } from '#server/modules/accounts/module.ts'
import { administration } from '#server/modules/administration/module.ts'
import { catalogue } from '#server/modules/catalogue/module.ts'
import { messaging } from '#server/modules/messaging/module.ts'
import type { PushServices } from '#server/modules/messaging/push/send-delivery.ts'
import { operations } from '#server/modules/operations/module.ts'
import { testTerminalLedger } from '#server/modules/operations/virtual-terminal/ledger.ts'
import { orders } from '#server/modules/orders/module.ts'
import { payments } from '#server/modules/payments/module.ts'
import { PaymentWorker } from '#server/modules/payments/order-payments/payment-worker.ts'
import { RefundWorker } from '#server/modules/payments/refunds/refund-worker.ts'
import { preorders } from '#server/modules/preorders/module.ts'
import { stock } from '#server/modules/stock/module.ts'
import { DoorWorker } from '#server/modules/stores/doors/door-worker.ts'
import { stores } from '#server/modules/stores/module.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { openStorage } from '#server/platform/db/storage.ts'
import { ownOrigin } from '#server/platform/http/connection/address.ts'
import { installErrorAnswers } from '#server/platform/http/errors.ts'
import { mountAt } from '#server/platform/http/mount.ts'
import { makeRefusedKeys } from '#server/platform/http/refused-keys.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import type { Module } from '#server/platform/module.ts'
import { sealedChannels } from '#server/platform/outbox/delivery.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import { chooseLocks } from '#server/wiring/choose-locks.ts'
import { testDatabase } from '#test/database/database.ts'
import { addCaller, type Caller, callAs, type Role } from './callers.ts'
import { openInboxes, signInByMail } from './inboxes.ts'
import { TestBrowser } from './test-browser.ts'

const MODULES = {
  catalogue,
  stores,
  messaging,
  stock,
  payments,
  orders,
  preorders,
  accounts,
  administration,
  operations,
} satisfies Record<string, Module<Services>>
export type ModuleName = keyof typeof MODULES
// The keys of the object literal above.
const MODULE_NAMES = Object.keys(MODULES) as ModuleName[]

export type ShopOptions = {
  /** Several servers may share one. By default the shop has its own, which `close` drops. */
  database?: DatabaseHandle
  /** Whose routes are mounted: all by default. */
  modules?: readonly ModuleName[]
  /** A date: the clock is stopped at it until `turnClock`. */
  now?: Date | (() => Date)
  /** Sends mails to `mails` and SMS to `texts`. Without it, messages stay in the outbox. */
  hasOutbox?: boolean
  /** Environment variables. */
  variables?: Record<string, string>
  config?: Partial<Config>
  /** Receives the SQL of the calls, including transactions; without the outbox's own polling. */
  statements?: string[]
  /** The level of the lines in `logged`. */
  logLevel?: 'error' | 'trace'
  /** The virtual terminal's delay; 0 approves at once. */
  thinkMs?: number
  inFlightMs?: number
  /** Changes the virtual terminal's behaviour. */
  terminal?: (plain: PaymentTerminal) => PaymentTerminal
  /** Terminals other than the virtual one. */
  terminals?: (context: Context) => PaymentTerminals
  /** Adapters instead of those of the configuration. */
  services?: Partial<Services>
}

type GetInput = { session?: string; headers?: Record<string, string> }

/** A shop whose admin, bookkeeper or shopper `me` is signed in. */
export async function openShop(options: ShopOptions & { as: Role }): Promise<ShopWithCaller>
/**
 * One server with the modules given, on a real database, without periodic jobs: calls are made as HTTP requests within the
 * process. It differs from `openApp` in its terminals, and in that it starts nothing that a test must wait for.
 */
export async function openShop(options?: ShopOptions): Promise<Shop>
export async function openShop({ as, ...options }: ShopOptions & { as?: Role } = {}): Promise<Shop> {
  const shop = await openServer(options)
  return as === undefined ? shop : Object.assign(shop, { me: await shop.caller(as) })
}

async function openServer(options: ShopOptions) {
  const database = options.database ?? (await testDatabase())
  const clock = { now: options.now instanceof Date ? options.now : new Date() }
  const { now = () => new Date() } = options
  const getNow = now instanceof Date ? () => clock.now : now
  const { context, app, logged, ledger } = await openContext(database, { ...options, now: getNow })
  const { channels, ...inboxes } = openInboxes()
  if (options.hasOutbox) context.outbox.start(sealedChannels({ ...context, db: database.kysely }, channels))
  const { services, close: closeServices } = openServices(context, channels, options.services)
  const mount = mountAt(app, context)
  for (const name of options.modules ?? MODULE_NAMES) MODULES[name].routes({ http: app, mount, context, services })
  return {
    database,
    app,
    context,
    logged,
    ledger,
    ...inboxes,
    turnClock: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
    get worker() {
      return services.payments
    },
    get refundWorker() {
      return services.refunds
    },
    get doorWorker() {
      return services.doors
    },
    get: (url: string, { session, headers }: GetInput = {}): Promise<LightMyRequestResponse> =>
      app.inject({ url, headers: { ...headers, ...(session && { cookie: `${SESSION_COOKIE}=${session}` }) } }),
    /** One call of a signed-in user. `request`: "PUT user", under /api. */
    call: (session: string, request: string, body?: unknown) => callAs({ app, context }, session, { request, body }),
    /** Adds a signed-in user with this role, in all stores or in these. */
    caller: (as: Role, storeIds?: readonly number[]) => addCaller({ app, context, database }, as, storeIds),
    browser: (headers: Record<string, string> = {}) => new TestBrowser(app, headers),
    signedIn: (email: string) => signInByMail(app, inboxes.mails, email),
    async close(): Promise<void> {
      await closeServices()
      await app.close()
      await context.outbox.stop()
      if (!options.database) await database.close()
    },
  }
}
export type Shop = Awaited<ReturnType<typeof openServer>>
export type ShopWithCaller = Shop & { me: Caller }

async function openContext(database: DatabaseHandle, options: ShopOptions & { now: () => Date }) {
  const { now, variables, logLevel = 'error', thinkMs = 0, inFlightMs = 60_000 } = options
  const db = options.statements ? recordStatements(database, options.statements) : database.kysely
  const config = { ...readConfig({ NODE_ENV: 'test', ...variables }), ...options.config, logLevel }
  const logged: string[] = []
  const write = (line: string) => {
    logged.push(line)
    if (process.env.TEST_LOG) process.stderr.write(line)
  }
  const app = makeHttp(config, { write })
  await app.register(cookie)
  const storage = openStorage({ db })
  installErrorAnswers(app, storage)
  const secrets = makeSecrets('a secret for tests, of no worth at all')
  const ledger = testTerminalLedger(db)
  const { terminal = plain => plain } = options
  const virtual = terminal(testTerminal({ ledger, thinkMs, inFlightMs }))
  const context: Context = {
    config,
    origin: () => ownOrigin(config),
    refusedKeys: makeRefusedKeys(),
    db,
    now,
    log: app.log,
    secrets,
    // A message is due by the database's clock.
    outbox: openOutbox({ db: database.kysely, log: app.log, secrets, now: () => new Date() }),
    terminals: { byProvider: provider => (provider === 'test' ? virtual : undefined) },
    storage,
    settlement: SETTLEMENT,
    storesOfRecords: STORES_OF_RECORDS,
  }
  if (options.terminals) context.terminals = options.terminals(context)
  return { app, context, logged, ledger }
}

const recordStatements = ({ pool }: DatabaseHandle, statements: string[]) =>
  new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: event => void statements.push(event.query.sql),
  })

const NO_PUSH: PushServices = {
  publicKey: '',
  webpush: { accepts: () => false, send: async () => ({ kind: 'failed', reason: 'no push' }), close: () => undefined },
  apns: undefined,
}

/** A worker is opened when something needs it: those of several servers take over each other's payments. */
function openServices(
  context: Context,
  { mail, sms }: Pick<Services, 'mail' | 'sms'>,
  replacements: Partial<Services> = {},
) {
  let paymentWorker: PaymentWorker | undefined
  let refundWorker: RefundWorker | undefined
  let doorWorker: DoorWorker | undefined
  const services: Services = {
    ...ownServices(context),
    mail,
    sms,
    push: NO_PUSH,
    journalDir: undefined,
    ...replacements,
    get payments() {
      return (paymentWorker ??= new PaymentWorker(context))
    },
    get refunds() {
      return (refundWorker ??= new RefundWorker(context))
    },
    get doors() {
      return (doorWorker ??= new DoorWorker(context, chooseLocks(context)))
    },
  }
  async function close(): Promise<void> {
    await Promise.all([paymentWorker?.close(), refundWorker?.close(), doorWorker?.close()])
    context.terminals.close?.()
  }
  return { services, close }
}

import { setTimeout as sleep } from 'node:timers/promises'
import fastifyCookie from '@fastify/cookie'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { makeRefusedKeys } from '#server/platform/http/refused-keys.ts'
import type { PaymentTerminals } from './adapters/payment-terminal/payment-terminal.ts'
import type { Config } from './config/config.ts'
import {
  CLEAN_UP_RULES,
  GAUGES,
  getListExports,
  MODULES,
  PERSONAL_DATA,
  type Services,
  SETTLEMENT,
  STORES_OF_RECORDS,
  type Workers,
} from './module-list.ts'
import type { PushServices } from './modules/messaging/push/send-delivery.ts'
import { withPaymentJournal, PaymentJournal } from './modules/operations/backup/payment-journal.ts'
import { rotateKeys } from './modules/operations/key-rotation/rotate-keys.ts'
import { STORE_ORDERS } from './modules/orders/checkout/store-orders.ts'
import { PaymentWorker } from './modules/payments/order-payments/payment-worker.ts'
import { RefundWorker } from './modules/payments/refunds/refund-worker.ts'
import { placePreorder } from './modules/preorders/booking/book-preorder.ts'
import { afterPreorderChange } from './modules/preorders/delivery/notify-delivered.ts'
import { IMPORT_STOCK } from './modules/stock/import-stock.ts'
import { DoorWorker } from './modules/stores/doors/door-worker.ts'
import type { Context } from './platform/context.ts'
import type { DatabaseHandle } from './platform/db/connect.ts'
import { openDatabaseClock } from './platform/db/database-clock.ts'
import { retryWhileDatabaseIsDown } from './platform/db/retry-while-database-is-down.ts'
import { openStorage } from './platform/db/storage.ts'
import { listeningPort, ownOrigin, warnOfUntrustedProxies } from './platform/http/connection/address.ts'
import { limitFloods } from './platform/http/connection/flood-gate.ts'
import { shutDownGracefully } from './platform/http/connection/graceful-shutdown.ts'
import { csrfToken, visitorMark } from './platform/http/csrf.ts'
import { answerUnreadable, installErrorAnswers } from './platform/http/errors.ts'
import { mountAt } from './platform/http/mount.ts'
import { installSecurityHeaders } from './platform/http/security-headers.ts'
import { serveWeb } from './platform/http/static-files.ts'
import { logOptions } from './platform/log/loggable-error.ts'
import { nameRequest, watchRequests } from './platform/log/watch-requests.ts'
import type { Module, StartJob } from './platform/module.ts'
import { sealedChannels } from './platform/outbox/delivery.ts'
import { openOutbox } from './platform/outbox/outbox.ts'
import { openSecrets } from './platform/secrets/secrets.ts'
import type { RunningJob } from './platform/workers/periodic-job.ts'
import { chooseMailAndSms, choosePush } from './wiring/choose-channels.ts'
import { chooseGeocoder, chooseProductData } from './wiring/choose-data-services.ts'
import { chooseLocks } from './wiring/choose-locks.ts'
import { chooseRemoteImages } from './wiring/choose-remote-images.ts'
import { chooseTerminals } from './wiring/choose-terminals.ts'

const BODY_LIMIT_BYTES = 100_000
const CLOSE_TIMEOUT_MS = 4_000
/** Limit for closing the app, so that the process ends within ten seconds; other servers take over open work. */
const CLOSE_WITHIN_MS = 5_500
/** At most this much of `drainMs` is added to both limits above. */
const MAX_LEAVE_MS = 1_000
/** Limit for receiving a request, not for responding: a payment may take minutes. */
const ARRIVAL_MS = 30_000

type AppOptions = {
  config: Config
  database: DatabaseHandle
  /** The directory of the built web; without it only the API is served. */
  webDir?: string | undefined
  /** The origin at which another program serves the pages. */
  pagesAt?: string | undefined
  now?: () => Date
  terminals?: PaymentTerminals
  /** The backup directory, if any: requests to terminals are journalled there too. */
  journalDir?: string | undefined
  /** The directory of the embedded database, if there is one. */
  dataDir?: string | undefined
}

export type App = { http: FastifyInstance; context: Context; close: () => Promise<void> }

/** Started parts, in order: all of them are closed when the app closes, or when a later step of the start fails. */
type OpenedParts = {
  http: FastifyInstance
  periodicJobs: RunningJob[]
  context?: Context
  workers?: Workers
  push?: PushServices
  /** Ends when nothing is left that an earlier secret encrypted, or when that failed. */
  rotation?: Promise<void>
}

/**
 * Starts the whole server on an open and migrated database: all of MODULES.
 * Leaves no timer, job or connection behind when it throws.
 */
export async function openApp(options: AppOptions): Promise<App> {
  const { config } = options
  const http = makeHttp(config)
  const opened: OpenedParts = { http, periodicJobs: [] }
  const leavingMs = Math.min(config.drainMs, MAX_LEAVE_MS)
  const end = () => closeAll(opened, CLOSE_TIMEOUT_MS + leavingMs)
  const close = onceWithin(end, CLOSE_WITHIN_MS + leavingMs)
  try {
    const context = await openContext(options, opened)
    await openShop(options, context, opened)
    return { http, context, close }
  } catch (error) {
    await close().catch((err: unknown) => http.log.warn({ err }, 'closing after a failed start failed'))
    throw error
  }
}

async function openContext(options: AppOptions, opened: OpenedParts): Promise<Context> {
  const { config, database, now, terminals, journalDir, dataDir, pagesAt } = options
  const { http } = opened
  const { kysely: db } = database
  const clock = await retryWhileDatabaseIsDown(() => openDatabaseClock(db))
  opened.periodicJobs.push(clock)
  const secrets = await retryWhileDatabaseIsDown(() => openSecrets(db, config))
  const storage = openStorage({ db, directories: { database: dataDir, backups: journalDir } })
  const parts = { config, db, now: now ?? clock.now, log: http.log, secrets, storage }
  opened.context = {
    ...parts,
    settlement: SETTLEMENT,
    storesOfRecords: STORES_OF_RECORDS,
    refusedKeys: makeRefusedKeys(),
    origin: () => ownOrigin(config, { port: listeningPort(http), pagesAt }),
    outbox: openOutbox({ db, log: http.log, secrets, now: clock.now }),
    terminals: terminals ?? ownTerminals(parts, journalDir),
  }
  return opened.context
}

async function openShop(
  { config, webDir, journalDir }: AppOptions,
  context: Context,
  opened: OpenedParts,
): Promise<void> {
  const { http, periodicJobs } = opened
  const push = await retryWhileDatabaseIsDown(() => choosePush(context))
  const workers = openWorkers(context)
  Object.assign(opened, { push, workers })
  const { mail, sms } = chooseMailAndSms(context)
  await http.register(fastifyCookie)
  installSecurityHeaders(http)
  installErrorAnswers(http, context.storage)
  shutDownGracefully(http, config.drainMs)
  warnOfUntrustedProxies(http)
  limitFloods(http, config)
  const services = createServices(context, { ...workers, push, mail, sms, journalDir })
  const mount = mountAt(http, context)
  for (const { routes } of MODULES) routes({ http, mount, context, services })
  if (webDir) {
    await serveWeb(http, {
      webDir,
      money: `${config.locale} ${config.currency}`,
      mapTiles: config.mapTiles,
      visitorToken: (request, reply) => csrfToken(context.secrets, visitorMark(request, reply)),
    })
  }
  await startInOrder(MODULES, {
    start: async job => periodicJobs.push(await job(context, services)),
    async startOutbox() {
      const channels = MODULES.flatMap(({ channels: make = [] }) => make.map(channel => channel(context, services)))
      context.outbox.start([...sealedChannels(context, { mail, sms }), ...channels])
      // Not awaited: values that an earlier secret encrypted can still be read.
      opened.rotation = rotateKeys(context).catch((error: unknown) =>
        http.log.warn({ err: error }, 'rotating the encryption key failed'),
      )
    },
  })
  // If the database is unavailable now, the periodic jobs do the same every second.
  await recoverAll(workers).catch((error: unknown) =>
    http.log.warn({ err: error }, 'taking over open payments at the start failed'),
  )
}

type StartSteps = { start: (job: StartJob<Services>) => Promise<unknown>; startOutbox: () => Promise<void> }

/**
 * Recovery comes first: nothing is sent to a person whose erasure a restored database has lost. Then the outbox sends, and the
 * periodic jobs run.
 */
export async function startInOrder(
  modules: readonly Pick<Module<Services>, 'recovery' | 'jobs'>[],
  { start, startOutbox }: StartSteps,
): Promise<void> {
  for (const { recovery = [] } of modules) for (const job of recovery) await start(job)
  await startOutbox()
  for (const { jobs = [] } of modules) for (const job of jobs) await start(job)
}

async function closeAll(
  { http, periodicJobs, context, workers, push, rotation }: OpenedParts,
  timeoutMs: number,
): Promise<void> {
  for (const job of periodicJobs) job.stop()
  // Requests that wait for a payment get IN_PROGRESS at once, before the server stops listening; then the sockets can close.
  const handedBack = Promise.all(Object.values(workers ?? {}).map(worker => worker.close()))
  const shut = closeWithin(http, timeoutMs)
  const sent = closeOutbox(context, push)
  await Promise.all([shut, sent, rotation, handedBack.then(() => context?.terminals.close?.())])
}

async function closeOutbox(context: Context | undefined, push: PushServices | undefined): Promise<void> {
  await context?.outbox.stop()
  push?.webpush.close()
  push?.apns?.close()
}

/** Runs `work` once, however often it is called, and waits for it at most `ms`. */
function onceWithin(work: () => Promise<void>, ms: number): () => Promise<void> {
  let activity: Promise<void> | undefined
  return () => (activity ??= Promise.race([work(), sleep(ms, undefined, { ref: false })]))
}

const openWorkers = (context: Context): Workers => ({
  payments: new PaymentWorker(context),
  refunds: new RefundWorker(context),
  doors: new DoorWorker(context, chooseLocks(context)),
})

type MadeServices = Workers & Pick<Services, 'push' | 'mail' | 'sms' | 'journalDir'>

const createServices = (context: Context, made: MadeServices): Services => ({ ...made, ...ownServices(context) })

/** The services that depend on the context only. */
export const ownServices = (context: Context): Omit<Services, keyof MadeServices> => ({
  geocoder: chooseGeocoder(context.config),
  productData: chooseProductData(context),
  fetchRemoteImage: chooseRemoteImages(),
  importStock: IMPORT_STOCK,
  storeOrders: STORE_ORDERS,
  placePreorder,
  afterPreorderChange,
  gauges: GAUGES,
  cleanUp: CLEAN_UP_RULES,
  exports: getListExports(context),
  personalData: PERSONAL_DATA,
})

/** Lets pending requests finish; connections are cut after `patienceMs`. */
async function closeWithin(http: FastifyInstance, timeoutMs: number): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), timeoutMs)
  await http.close().finally(() => clearTimeout(cut))
}

type HttpConfig = Pick<Config, 'trustedProxies' | 'logLevel' | 'publicUrl'>

/** The HTTP server, without routes. `stream`: receives the log's lines instead of stdout. */
export function makeHttp(config: HttpConfig, stream?: { write: (line: string) => void }): FastifyInstance {
  const http = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: ARRIVAL_MS,
    // Node.js uses the longer of the two for the whole request.
    http: { headersTimeout: ARRIVAL_MS },
    genReqId: nameRequest,
    frameworkErrors: answerUnreadable,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    // Requests that still arrive on open connections are served; then the connection closes.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    logger: { ...logOptions(config.logLevel), ...(stream && { stream }) },
    logController: new LogController({ disableRequestLogging: true }),
  })
  http.decorate('publicUrl', config.publicUrl)
  watchRequests(http)
  return http
}

type ForTerminals = Pick<Context, 'config' | 'db' | 'log' | 'secrets' | 'now'>

function ownTerminals(needs: ForTerminals, journalDir: string | undefined): PaymentTerminals {
  const terminals = chooseTerminals(needs)
  if (journalDir === undefined) return terminals
  return withPaymentJournal(terminals, { ...needs, journal: new PaymentJournal(journalDir) })
}

async function recoverAll(workers: Workers): Promise<void> {
  await workers.payments.recover()
  await workers.refunds.recover()
}

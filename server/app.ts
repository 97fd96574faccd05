import { setTimeout as sleep } from 'node:timers/promises'
import fastifyCookie from '@fastify/cookie'
import fastify, { LogController, type FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import { chooseGeocoder } from './choose-geocoder.ts'
import { chooseTerminals } from './choose-terminals.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import type { DatabaseHandle } from './db/connect.ts'
import { openDatabaseClock } from './db/database-clock.ts'
import { patiently } from './db/patiently.ts'
import { adminHomeRoutes } from './features/admin-home/routes.ts'
import { adminOrderRoutes } from './features/admin-orders/routes.ts'
import { adminPreorderRoutes } from './features/admin-preorders/routes.ts'
import { adminPreorderEventRoutes } from './features/admin-preorder-events/routes.ts'
import { adminProductRoutes } from './features/admin-products/routes.ts'
import { adminStoreRoutes } from './features/admin-stores/routes.ts'
import { adminUserRoutes } from './features/admin-users/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { bulkChangeRoutes } from './features/bulk-changes/routes.ts'
import { closingRoutes } from './features/closings/routes.ts'
import { developmentMailbox } from './features/development-mailbox/routes.ts'
import { watchInvariants } from './features/invariants/watch-invariants.ts'
import { languageRoutes } from './features/languages/routes.ts'
import { metricsPage } from './features/metrics/routes.ts'
import { listExportRoutes } from './features/list-exports/routes.ts'
import { operatorRoutes } from './features/operator/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { PaymentDesk } from './features/payments/payment-desk.ts'
import { phoneVerificationRoutes } from './features/phone-verification/routes.ts'
import { imagePages } from './features/product-images/image-pages.ts'
import { productImageRoutes } from './features/product-images/routes.ts'
import { preorderEventRoutes } from './features/preorder-events/routes.ts'
import { preorderRoutes } from './features/preorders/routes.ts'
import { productImportRoutes } from './features/product-imports/routes.ts'
import { productRoutes } from './features/products/routes.ts'
import { RefundDesk } from './features/refunds/refund-desk.ts'
import { refundRoutes } from './features/refunds/routes.ts'
import { settingRoutes } from './features/settings/routes.ts'
import { vatRateRoutes } from './features/vat-rates/routes.ts'
import { shelfLabelRoutes } from './features/shelf-labels/routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { stockRoutes } from './features/stock/routes.ts'
import { stockTakeRoutes } from './features/stock-takes/routes.ts'
import { storeRoutes } from './features/stores/routes.ts'
import { storeSetupRoutes } from './features/store-setup/routes.ts'
import { supplierOrderRoutes } from './features/supplier-orders/routes.ts'
import { supplierRoutes } from './features/suppliers/routes.ts'
import { terminalRoutes } from './features/terminals/routes.ts'
import { terminalPage } from './features/test-payment/terminal-page.ts'
import { unknownCodeRoutes } from './features/unknown-codes/routes.ts'
import { unresolvedPaymentRoutes } from './features/unresolved-payments/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { viewRoutes } from './features/views/routes.ts'
import { webVitalRoutes } from './features/web-vitals/routes.ts'
import { answerError, installErrorAnswers } from './http/errors.ts'
import { logOptions } from './http/loggable-error.ts'
import { mountAt } from './http/mount.ts'
import { installSecurityHeaders } from './http/security-headers.ts'
import { serveWeb } from './http/static-files.ts'
import { startCleanUp } from './jobs/clean-up.ts'
import { jobHandlers } from './jobs/job-handlers.ts'
import { openJobQueue } from './jobs/pg-boss-queue.ts'
import { mountOperation } from './mount-operation.ts'
import type { PaymentTerminals } from './providers/payment-terminal/payment-terminal.ts'
import { installationSecret, makeSecrets } from './secrets.ts'

const BODY_LIMIT_BYTES = 100_000
const CLOSE_PATIENCE_MS = 4_000
/** All of it: what is asked to end is gone in ten seconds, the database's connections included. What is open, others take up. */
const CLOSE_WITHIN_MS = 5_500
/** For a request to arrive, not to be answered: a payment may take minutes. */
const ARRIVAL_MS = 30_000

export type AppOptions = {
  config: Config
  database: DatabaseHandle
  /** Where the built web lies; without it only the API answers. */
  webDir?: string | undefined
  now?: () => Date
  terminals?: PaymentTerminals
}

export type App = { http: FastifyInstance; context: Context; close: () => Promise<void> }

/** The whole server on an open and migrated database: the only file that knows every feature. */
export async function openApp({ config, database, webDir, now, terminals }: AppOptions): Promise<App> {
  const http = makeHttp(config)
  const clock = await patiently(() => openDatabaseClock(database.kysely))
  const secret = await patiently(() => installationSecret(database.kysely, config.secret))
  const secrets = makeSecrets(secret)
  const context: Context = {
    config,
    db: database.kysely,
    now: now ?? clock.now,
    log: http.log,
    secrets,
    jobs: await patiently(() => openJobQueue({ pool: database.pool, log: http.log, secrets })),
    terminals: terminals ?? chooseTerminals({ config, db: database.kysely, log: http.log, secrets }),
  }
  const desks = { payments: new PaymentDesk(context), refunds: new RefundDesk(context) }
  await http.register(fastifyCookie)
  installSecurityHeaders(http)
  installErrorAnswers(http)
  mountFeatures(http, context, desks)
  metricsPage(http, context)
  mountOperation(http, context)
  if (webDir) await serveWeb(http, { webDir, money: `${config.locale} ${config.currency}`, mapTiles: config.mapTiles })
  await context.jobs.start(jobHandlers(context))
  const rounds = [clock, startCleanUp(context), watchInvariants(context)]
  // Its rounds do the same each second, when the database is away just now.
  await recoverAll(desks).catch((error: unknown) => http.log.warn({ err: error }, 'a first look at payments failed'))

  let closing: Promise<void> | undefined
  const closeOnce = async () => {
    for (const round of rounds) round.stop()
    // Who waits for a payment hears IN_PROGRESS at once; then the sockets can close.
    await Promise.all([desks.payments.close(), desks.refunds.close()])
    context.terminals.close?.()
    await closeWithin(http, CLOSE_PATIENCE_MS)
    await context.jobs.stop()
  }
  return {
    http,
    context,
    close: () => (closing ??= Promise.race([closeOnce(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })])),
  }
}

/** Lets the calls under way end; those that take longer are cut. */
async function closeWithin(http: FastifyInstance, patienceMs: number): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), patienceMs)
  await http.close().finally(() => clearTimeout(cut))
}

function makeHttp(config: Config): FastifyInstance {
  const http = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: ARRIVAL_MS,
    // Node takes the longer of the two for the whole request.
    http: { headersTimeout: ARRIVAL_MS },
    frameworkErrors: answerError,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    logger: logOptions(config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
  })
  http.decorate('publicUrl', config.publicUrl)
  return http
}

type Desks = { payments: PaymentDesk; refunds: RefundDesk }

async function recoverAll({ payments, refunds }: Desks): Promise<void> {
  await payments.recover()
  await refunds.recover()
}

function mountFeatures(http: FastifyInstance, context: Context, desks: Desks): void {
  const mount = mountAt(http, context)
  mount(contract.signIn, signInRoutes(context))
  mount(contract.phoneVerification, phoneVerificationRoutes(context))
  mount(contract.users, userRoutes(context))
  mount(contract.languages, languageRoutes(context))
  mount(contract.operator, operatorRoutes(context))
  mount(contract.stores, storeRoutes(context))
  mount(contract.terminals, terminalRoutes(context))
  mount(contract.products, productRoutes(context))
  mount(contract.orders, orderRoutes(context, desks.payments))
  mount(contract.refunds, refundRoutes(context, desks.refunds))
  mount(contract.unresolvedPayments, unresolvedPaymentRoutes(context))
  mount(contract.adminOrders, adminOrderRoutes(context))
  mount(contract.webVitals, webVitalRoutes(context))
  mount(contract.unknownCodes, unknownCodeRoutes(context))
  mount(contract.adminUsers, adminUserRoutes(context))
  mount(contract.audit, auditRoutes(context))
  mount(contract.suppliers, supplierRoutes(context))
  mount(contract.adminProducts, adminProductRoutes(context))
  mount(contract.productImages, productImageRoutes(context))
  imagePages(http, context)
  mount(contract.stock, stockRoutes(context))
  mount(contract.stockTakes, stockTakeRoutes(context))
  mount(contract.productImports, productImportRoutes(context))
  mount(contract.shelfLabels, shelfLabelRoutes(context))
  mount(contract.bulkChanges, bulkChangeRoutes(context))
  mount(contract.listExports, listExportRoutes(context))
  mount(contract.settings, settingRoutes(context))
  mount(contract.vatRates, vatRateRoutes(context))
  mount(contract.views, viewRoutes(context))
  mount(contract.adminStores, adminStoreRoutes(context))
  mount(contract.storeSetup, storeSetupRoutes(context, chooseGeocoder(context.config)))
  mount(contract.adminPreorderEvents, adminPreorderEventRoutes(context))
  mount(contract.adminHome, adminHomeRoutes(context))
  mount(contract.closings, closingRoutes(context))
  mount(contract.adminPreorders, adminPreorderRoutes(context))
  mount(contract.supplierOrders, supplierOrderRoutes(context))
  mount(contract.preorderEvents, preorderEventRoutes(context))
  mount(contract.preorders, preorderRoutes(context, desks.payments))
  if (context.config.devMailbox) developmentMailbox(http, context)
  if (context.config.testPayment) terminalPage(http, context)
}

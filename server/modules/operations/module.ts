import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import { diskLevel } from '#domain/administration/shop-status.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import type { Context } from '#server/platform/context.ts'
import { isDraining } from '#server/platform/http/connection/graceful-shutdown.ts'
import type { Module, ReadGauges } from '#server/platform/module.ts'
import { storeFinder } from '#server/platform/rights/store-finder.ts'
import { type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { startNightlyBackup } from './backup/nightly-backup.ts'
import { changeRoutes } from './changes/routes.ts'
import { startCleanUp, type CleanUpRules } from './clean-up/clean-up.ts'
import { OPERATIONS_RETENTION } from './clean-up/retention.ts'
import { developmentMailbox } from './development-mailbox/routes.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { callPage } from './duty/call-page.ts'
import { dutyGauges } from './duty/gauges.ts'
import { dutyRoutes, helpRoutes } from './duty/routes.ts'
import { watchDuty } from './duty/watch-duty.ts'
import { FinalOutcomes, checkIfDue } from './invariants/check-invariants.ts'
import { letterRoutes } from './letters/routes.ts'
import { startLetters } from './letters/send-letters.ts'
import { stopPage } from './letters/stop-page.ts'
import { operationsGauges } from './metrics/gauges.ts'
import { metricsPage } from './metrics/routes.ts'
import { OPERATIONS_PERSONAL_DATA } from './personal-data.ts'
import { terminalPage } from './virtual-terminal/terminal-page.ts'
import { webVitalRoutes } from './web-vitals/routes.ts'

export const operations = {
  routes({ http, mount, context, services }) {
    mountProbes(http, context)
    metricsPage(http, context, services.gauges)
    callPage(http, context)
    stopPage(http, context)
    mount(contract.webVitals, webVitalRoutes(context))
    mount(contract.duties, dutyRoutes(context))
    mount(contract.help, helpRoutes(context))
    mount(contract.letters, letterRoutes(context))
    mount(contract.changes, changeRoutes(http, context))
    mount(contract.doctor, doctorRoutes(context, { locks: services.doors.locks, journalDir: services.journalDir }))
    if (context.config.devMailbox) developmentMailbox(http, context)
    if (context.config.testPayment) terminalPage(http, context)
  },
  jobs: [
    (context, { cleanUp }) => startCleanUp(context, cleanUp),
    watchStorage,
    watchInvariants,
    startNightlyBackup,
    watchDuty,
    startLetters,
  ],
  storesOfRecords: { alert: storeFinder('alert', 'id') },
  gauges: [operationsGauges, dutyGauges],
  retention: OPERATIONS_RETENTION,
  personalData: OPERATIONS_PERSONAL_DATA,
} satisfies Module<{
  gauges: readonly ReadGauges[]
  cleanUp: CleanUpRules
  doors: { locks: Locks }
  journalDir: string | undefined
}>

const ASK_EVERY_MS = 20_000

/** Checks the invariants of money and stock each minute, on one of the servers, until stopped. */
function watchInvariants(context: Context): RunningJob {
  const finals = new FinalOutcomes()
  return startPeriodicJob(context, {
    name: 'the look at the invariants',
    work: () => checkIfDue(context, finals),
    everyMs: ASK_EVERY_MS,
  })
}

const LOOK_EVERY_MS = 60_000

/** Logs each minute that a disk is nearly full, or full, while it is. */
function watchStorage({ storage, log }: Pick<Context, 'storage' | 'log'>): RunningJob {
  const checkDisks = async () => {
    const [disks, isFull] = await Promise.all([storage.disks(), storage.isFull()])
    if (isFull) log.error('the disk of the database is full: orders are refused')
    for (const { name, freeBytes } of disks) {
      if (diskLevel({ minFreeBytes: freeBytes, isFull: false }) === 'ok') continue
      log.warn({ disk: name, free_megabytes: Math.round(freeBytes / 1_000_000) }, 'a disk is nearly full')
    }
  }
  return startPeriodicJob(
    { log },
    { name: 'the look at the disks', work: checkDisks, everyMs: LOOK_EVERY_MS, firstAfterMs: 1_000 },
  )
}

/** /livez: the process responds. /readyz: it can take orders; 503 while it shuts down, the disk is full or the database is down. */
export function mountProbes(http: FastifyInstance, context: Context): void {
  http.get('/livez', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    // On 503 the proxy sends requests to another server, or shows the page that the shop is closed for a moment.
    if (isDraining(http) || (await context.storage.isFull())) return reply.code(503).send({ ok: false })
    const ready = await context.db
      .selectFrom('language')
      .select('id')
      .limit(1)
      .execute()
      .catch(() => undefined)
    return reply.code(ready ? 200 : 503).send({ ok: ready !== undefined })
  })
}

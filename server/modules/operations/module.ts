import { contract } from '#contract/index.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import type { Module, ReadGauges } from '#server/platform/module.ts'
import { startNightlyBackup } from './backup/nightly-backup.ts'
import { startCleanUp, type CleanUpRules } from './clean-up/clean-up.ts'
import { OPERATIONS_RETENTION } from './clean-up/retention.ts'
import { developmentMailbox } from './development-mailbox/routes.ts'
import { doctorRoutes } from './doctor/routes.ts'
import { probes } from './health/probes.ts'
import { watchStorage } from './health/watch-storage.ts'
import { watchInvariants } from './invariants/watch-invariants.ts'
import { operationsGauges } from './metrics/gauges.ts'
import { metricsPage } from './metrics/routes.ts'
import { OPERATIONS_PERSONAL_DATA } from './personal-data.ts'
import { terminalPage } from './virtual-terminal/terminal-page.ts'
import { webVitalRoutes } from './web-vitals/routes.ts'

export const operations = {
  routes({ http, mount, context, services }) {
    probes(http, context)
    metricsPage(http, context, services.gauges)
    mount(contract.webVitals, webVitalRoutes(context))
    mount(contract.doctor, doctorRoutes(context, { locks: services.doors.locks, journalDir: services.journalDir }))
    if (context.config.devMailbox) developmentMailbox(http, context)
    if (context.config.testPayment) terminalPage(http, context)
  },
  jobs: [(context, { cleanUp }) => startCleanUp(context, cleanUp), watchStorage, watchInvariants, startNightlyBackup],
  gauges: [operationsGauges],
  retention: OPERATIONS_RETENTION,
  personalData: OPERATIONS_PERSONAL_DATA,
} satisfies Module<{
  gauges: readonly ReadGauges[]
  cleanUp: CleanUpRules
  doors: { locks: Locks }
  journalDir: string | undefined
}>

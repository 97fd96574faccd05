import { contract } from '#contract/index.ts'
import { module } from '#server/platform/module.ts'
import { startNightlyBackup } from './backup/nightly-backup.ts'
import { startCleanUp } from './clean-up/clean-up.ts'
import { developmentMailbox } from './development-mailbox/routes.ts'
import { probes } from './health/probes.ts'
import { watchStorage } from './health/watch-storage.ts'
import { watchInvariants } from './invariants/watch-invariants.ts'
import { metricsPage } from './metrics/routes.ts'
import { terminalPage } from './virtual-terminal/terminal-page.ts'
import { webVitalRoutes } from './web-vitals/routes.ts'

export const operations = module({
  name: 'operations',
  routes({ http, mount, context }) {
    probes(http, context)
    metricsPage(http, context)
    mount(contract.webVitals, webVitalRoutes(context))
    if (context.config.devMailbox) developmentMailbox(http, context)
    if (context.config.testPayment) terminalPage(http, context)
  },
  jobs: [startCleanUp, watchStorage, watchInvariants, startNightlyBackup],
})

import { contract } from '#contract/index.ts'
import { startHashChain } from '#server/platform/audit-log/hash-chain.ts'
import { languageRoutes } from '#server/platform/languages/routes.ts'
import { module } from '#server/platform/module.ts'
import { auditRoutes } from './audit-log/routes.ts'
import { operatorRoutes } from './company/routes.ts'
import { adminHomeRoutes } from './dashboard/routes.ts'
import { listExportRoutes } from './list-exports/routes.ts'
import { viewRoutes } from './saved-views/routes.ts'
import { noticeRoutes } from './settings/notice-routes.ts'
import { settingRoutes } from './settings/routes.ts'

export const administration = module({
  routes({ mount, context }) {
    mount(contract.operator, operatorRoutes(context))
    mount(contract.languages, languageRoutes(context))
    mount(contract.adminHome, adminHomeRoutes(context))
    mount(contract.audit, auditRoutes(context))
    mount(contract.listExports, listExportRoutes(context))
    mount(contract.settings, settingRoutes(context))
    mount(contract.notices, noticeRoutes(context))
    mount(contract.views, viewRoutes(context))
  },
  jobs: [startHashChain],
})

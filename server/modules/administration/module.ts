import { contract } from '#contract/index.ts'
import { startHashChain } from '#server/platform/audit-log/hash-chain.ts'
import { exportAuditLog } from '#server/platform/audit-log/queries.ts'
import type { ListExports } from '#server/platform/files/list-table.ts'
import { languageRoutes } from '#server/platform/languages/routes.ts'
import type { Module } from '#server/platform/module.ts'
import { auditRoutes } from './audit-log-page/routes.ts'
import { operatorRoutes } from './company/routes.ts'
import { adminHomeRoutes } from './dashboard/routes.ts'
import { listExportRoutes } from './list-exports/routes.ts'
import { ADMINISTRATION_PERSONAL_DATA } from './personal-data.ts'
import { reportRoutes } from './reports/routes.ts'
import { startSalesSummary } from './reports/sales-summary.ts'
import { viewRoutes } from './saved-views/routes.ts'
import { noticeRoutes, settingRoutes } from './settings/routes.ts'

export const administration = {
  routes({ mount, context, services }) {
    mount(contract.operator, operatorRoutes(context))
    mount(contract.languages, languageRoutes(context))
    mount(contract.adminHome, adminHomeRoutes(context))
    mount(contract.reports, reportRoutes(context))
    mount(contract.audit, auditRoutes(context))
    mount(contract.listExports, listExportRoutes(services.exports))
    mount(contract.settings, settingRoutes(context))
    mount(contract.notices, noticeRoutes(context))
    mount(contract.views, viewRoutes(context))
  },
  jobs: [startHashChain, startSalesSummary],
  exports: context => ({ audit: exportAuditLog(context) }),
  personalData: ADMINISTRATION_PERSONAL_DATA,
} satisfies Module<{ exports: ListExports }>

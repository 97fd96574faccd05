import type { contract } from '#contract/index.ts'
import { getNotice, saveNotice } from '#server/modules/accounts/privacy/notices.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { checkHealth } from './check-health.ts'
import { getLanguageSettings, orderLanguages } from './order-languages.ts'
import { findTerms, publishTerms } from './publish-terms.ts'
import { getFreeSumLimits, saveFreeSumLimits } from './save-free-sum-limits.ts'
import { saveLayouts, getLayouts } from './save-layouts.ts'
import { getOperatorSettings, saveOperator } from './save-operator.ts'
import { getRetention, saveRetention } from './save-retention.ts'

export function settingRoutes(context: Context): Handlers<typeof contract.settings> {
  const { db } = context
  const author = authorAt(context.now)
  return {
    operator: () => getOperatorSettings(context, db),
    saveOperator: ({ body: { reason, ...body }, user }) => saveOperator(context, body, author(user, reason)),
    terms: ({ query }) => findTerms(db, query),
    publishTerms: ({ body: { reason, ...body }, user }) => publishTerms(context, body, author(user, reason)),
    languages: () => getLanguageSettings(db),
    saveLanguages: ({ body: { reason, ...body }, user }) => orderLanguages(context, body, author(user, reason)),
    retention: () => getRetention(db),
    saveRetention: ({ body: { reason, ...body }, user }) => saveRetention(context, body, author(user, reason)),
    freeSumLimits: () => getFreeSumLimits(db),
    saveFreeSumLimits: ({ body: { reason, ...body }, user }) => saveFreeSumLimits(context, body, author(user, reason)),
    barcodes: () => getLayouts(db),
    saveBarcodes: ({ body: { reason, ...body }, user, language }) =>
      saveLayouts(context, { ...body, language }, author(user, reason)),
    health: ({ request }) => checkHealth(context, request),
  }
}

export function noticeRoutes(context: Context): Handlers<typeof contract.notices> {
  const author = authorAt(context.now)
  return {
    get: ({ params: { kind } }) => getNotice(context.db, kind),
    save: ({ params: { kind }, body: { reason, ...body }, user }) =>
      saveNotice(context, { kind, ...body }, author(user, reason)),
  }
}

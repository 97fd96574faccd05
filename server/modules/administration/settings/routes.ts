import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import { saveRetention, showRetention } from '#server/platform/settings/keep-times.ts'
import { lookAtHealth } from './look-at-health.ts'
import { orderLanguages, showLanguageSettings } from './order-languages.ts'
import { findTerms, publishTerms } from './publish-terms.ts'
import { saveLayouts, showLayouts } from './save-layouts.ts'
import { saveOperator, showOperatorSettings } from './save-operator.ts'

export function settingRoutes(context: Context): Handlers<typeof contract.settings> {
  const { db } = context
  const author = authorAt(context.now)
  return {
    operator: () => showOperatorSettings(db),
    saveOperator: ({ body: { reason, ...body }, user }) => saveOperator(context, body, author(user, reason)),
    terms: ({ query }) => findTerms(db, query),
    publishTerms: ({ body: { reason, ...body }, user }) => publishTerms(context, body, author(user, reason)),
    languages: () => showLanguageSettings(db),
    saveLanguages: ({ body: { reason, ...body }, user }) => orderLanguages(context, body, author(user, reason)),
    retention: () => showRetention(db),
    saveRetention: ({ body: { reason, ...body }, user }) => saveRetention(context, body, author(user, reason)),
    barcodes: () => showLayouts(db),
    saveBarcodes: ({ body: { reason, ...body }, user, language }) =>
      saveLayouts(context, { ...body, language }, author(user, reason)),
    health: ({ request }) => lookAtHealth(context, request),
  }
}

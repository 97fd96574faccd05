import type { contract } from '#contract/index.ts'
import { MOST_LABELS } from '#contract/catalogue/shelf-labels.ts'
import type { Context } from '#server/platform/context.ts'
import { findProductIds } from '#server/modules/catalogue/admin-products/list-products.ts'
import { reachMilestone } from '#server/platform/milestones/milestones.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findLabels } from './find-labels.ts'
import { printLabels } from './print-labels.ts'

export function shelfLabelRoutes({ db, config, now }: Context): Handlers<typeof contract.shelfLabels> {
  const money = { locale: config.locale, currency: config.currency }
  return {
    async pdf({ query: { ids: named, format, copies = 1, start = 1, code = 'unit', ...listed }, language }) {
      const ids = named ?? (await findProductIds(db, { ...listed, language }))
      const count = ids.length * copies
      if (count > MOST_LABELS) return refuse('list.tooLong', { count, most: MOST_LABELS })
      const labels = await findLabels(db, ids, { language, code, money })
      if (labels.length === 0) return refuse('notFound')
      const bytes = await printLabels({ format, labels, copies, start, language, at: now() })
      await reachMilestone({ db, now }, 'labelsPrinted')
      return { name: 'shelf-labels', format: 'pdf', bytes }
    },
  }
}

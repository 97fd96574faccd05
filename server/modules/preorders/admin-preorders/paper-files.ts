import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Call, Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { traceExport } from '#server/platform/audit-log/trace-export.ts'
import { printPickList } from './print-pick-list.ts'
import { printTotals } from './print-totals.ts'
import { showPickList } from './show-pick-list.ts'
import { showTotals } from './show-totals.ts'
import { pickListTable, totalsTable } from './tables.ts'

type Preorders = typeof contract.adminPreorders
type Files = Pick<Handlers<Preorders>, 'totalsPdf' | 'totalsXlsx' | 'pickListPdf' | 'pickListXlsx'>
type Asked<Name extends keyof Preorders> = Pick<Call<Preorders[Name]>, 'query' | 'language' | 'user'>

/** The contents of the pages, as PDF and as spreadsheet. */
export function paperFiles(context: Context): Files {
  const { db, now, config } = context
  const money = { locale: config.locale, currency: config.currency }
  const totals = ({ query, language }: Asked<'totalsPdf'>) =>
    showTotals(db, { eventId: query.event_id, storeId: query.store_id }, language)
  // Traced, since it contains personal data.
  const pickList = async ({ query, language, user: { userId } }: Asked<'pickListPdf'>) => {
    await traceExport(context, { list: 'pickList', query, userId })
    return showPickList(db, { eventId: query.event_id, storeId: query.store_id }, language)
  }
  return {
    async totalsPdf(call) {
      const shown = await totals(call)
      if (!shown) return refuse('notFound')
      const bytes = await printTotals(shown, { language: call.language, money, at: now() })
      return { name: `totals-${shown.event.id}`, format: 'pdf', bytes }
    },
    async totalsXlsx(call) {
      const shown = await totals(call)
      if (!shown) return refuse('notFound')
      return { name: `totals-${shown.event.id}`, format: 'xlsx', rows: totalsTable(shown) }
    },
    async pickListPdf(call) {
      const shown = await pickList(call)
      if (!shown) return refuse('notFound')
      const bytes = await printPickList(shown, { language: call.language, money, at: now() })
      return { name: `pick-list-${shown.event.id}-${shown.store.id}`, format: 'pdf', bytes }
    },
    async pickListXlsx(call) {
      const shown = await pickList(call)
      if (!shown) return refuse('notFound')
      return { name: `pick-list-${shown.event.id}-${shown.store.id}`, format: 'xlsx', rows: pickListTable(shown) }
    },
  }
}

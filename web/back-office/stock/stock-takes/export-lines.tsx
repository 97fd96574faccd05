import { listExports } from '#contract/administration/list-exports.ts'
import { ExportMenu } from '#web/kit/lists/list-menu.tsx'

const ENDPOINTS = { csv: listExports.stockTakeLinesCsv, xlsx: listExports.stockTakeLinesXlsx }

/** What was counted, what the ledger said and what the difference is worth, as a file: what misses most first. */
export function ExportLines({ takeId }: { takeId: number }) {
  return <ExportMenu endpoints={ENDPOINTS} params={{ id: takeId }} query={{ counted: 'true', sort: 'value' }} />
}

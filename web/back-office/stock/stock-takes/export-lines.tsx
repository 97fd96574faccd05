import { listExports } from '#contract/administration/list-exports.ts'
import { ExportMenu } from '#web/kit/lists/list-menu.tsx'

const ENDPOINTS = { csv: listExports.stockTakeLinesCsv, xlsx: listExports.stockTakeLinesXlsx }

/** Exports the counted and expected quantities and the value of the difference; largest shortage first. */
export function ExportLines({ takeId }: { takeId: number }) {
  return <ExportMenu endpoints={ENDPOINTS} params={{ id: takeId }} query={{ counted: 'true', sort: 'value' }} />
}

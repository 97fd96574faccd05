import type { LanguageCode } from '#contract/values.ts'
import type { Figure, ReportName, RowKind } from '#domain/administration/reports.ts'
import type { Head } from '#server/platform/files/list-table.ts'
import { EN } from './report-labels-en.ts'
import { FI } from './report-labels-fi.ts'
import { SV } from './report-labels-sv.ts'

/** The words of reports in files. Those that the page has too are the same: a test compares them. */
export type ReportLabels = {
  names: Record<ReportName, string>
  about: Record<ReportName, string>
  rows: Record<RowKind, string>
  figures: Record<Figure, string>
  /** Of a product, supplier, store or group. */
  number: string
  unit: string
  store: string
  allStores: string
  period: string
  /** The time at which the stock was read. */
  asOf: string
  /** The time of an inventory of a past day. */
  endOfDay: string
  printed: string
  total: string
  noGroup: string
  tests: string
  leavesOutTests: string
  nothing: string
  place: string
  signature: string
  name: string
  firstRows: (shown: number, count: number) => string
}

const LABELS: Record<LanguageCode, ReportLabels> = { en: EN, fi: FI, sv: SV }

/** A label in each language. */
export const reportHeads = (label: (labels: ReportLabels) => string): Head => ({
  en: label(EN),
  fi: label(FI),
  sv: label(SV),
})

export const reportLabels = (language: LanguageCode): ReportLabels => LABELS[language]

import type { LanguageCode } from '#contract/values.ts'
import type { Head } from '#server/platform/files/list-table.ts'
import { EN, type ReportLabels } from './report-labels-en.ts'
import { FI } from './report-labels-fi.ts'
import { SV } from './report-labels-sv.ts'

const LABELS: Record<LanguageCode, ReportLabels> = { en: EN, fi: FI, sv: SV }

/** A label in each language. */
export const reportHeads = (label: (labels: ReportLabels) => string): Head => ({
  en: label(EN),
  fi: label(FI),
  sv: label(SV),
})

export const reportLabels = (language: LanguageCode): ReportLabels => LABELS[language]

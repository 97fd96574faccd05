import type { LanguageCode } from '#contract/values.ts'
import { FIGURE_NAMES, REPORT_NAMES, ROW_KINDS } from '#domain/administration/reports.ts'
import type { ColumnHeading } from '#server/platform/files/list-table.ts'
import { createTranslate } from '#server/texts/text.ts'

const labelsBy = <Name extends string>(names: readonly Name[], toLabel: (name: Name) => string) =>
  // One entry for each name.
  Object.fromEntries(names.map(name => [name, toLabel(name)])) as Record<Name, string>

/** The words of reports in files. Those that the page has too are the same: a test compares them. */
export function reportLabels(language: LanguageCode) {
  const t = createTranslate(language)
  return {
    names: labelsBy(REPORT_NAMES, name => t(`administration.report.names.${name}`)),
    about: labelsBy(REPORT_NAMES, name => t(`administration.report.about.${name}`)),
    rows: labelsBy(ROW_KINDS, kind => t(`administration.report.rows.${kind}`)),
    figures: labelsBy(FIGURE_NAMES, figure => t(`administration.report.figures.${figure}`)),
    /** Of a product, supplier, store or group. */
    number: t('administration.report.number'),
    unit: t('administration.report.unit'),
    store: t('administration.report.store'),
    allStores: t('administration.report.allStores'),
    period: t('administration.report.period'),
    /** The time at which the stock was read. */
    asOf: t('administration.report.asOf'),
    /** The time of an inventory of a past day. */
    endOfDay: t('administration.report.endOfDay'),
    printed: t('administration.report.printed'),
    total: t('administration.report.total'),
    noGroup: t('administration.report.noGroup'),
    tests: t('administration.report.tests'),
    excludesTests: t('administration.report.excludesTests'),
    nothing: t('administration.report.nothing'),
    place: t('administration.report.place'),
    signature: t('administration.report.signature'),
    name: t('administration.report.name'),
    firstRows: (shown: number, count: number) => t('administration.report.firstRows', { shown, count }),
  }
}
export type ReportLabels = ReturnType<typeof reportLabels>

/** A label in each language. */
export const reportHeadings = (label: (labels: ReportLabels) => string): ColumnHeading => ({
  en: label(reportLabels('en')),
  fi: label(reportLabels('fi')),
  sv: label(reportLabels('sv')),
})

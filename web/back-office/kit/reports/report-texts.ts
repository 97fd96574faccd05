import type { ReportRow } from '#contract/administration/reports.ts'
import { type ReportFigure, REPORT_FIGURES, type RowKind } from '#domain/administration/reports.ts'
import { formatPurchasePrice, TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { monthText } from '#domain/format/day-names.ts'
import { daysText, hourText, shortDayText } from '#domain/format/day-text.ts'
import { numberText } from '#domain/format/number-text.ts'
import { percentText } from '#domain/format/percent-text.ts'
import { THOUSANDTHS_PER_UNIT } from '#domain/quantity.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { dayText } from '#web/back-office/kit/days.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { eurosText, moneyFormat } from '#web/kit/ui/money.tsx'

type NamedRow = Pick<ReportRow, 'key' | 'name'>

/** The key of sales of products without a group. */
export const NO_GROUP = '0'

/** The name of a row in the language: a day with its weekday, the days of a week, a month, a rate, or a record. */
export function rowText(
  kind: RowKind,
  { key, name }: NamedRow,
  { language, t }: { language: string; t: Translate },
): string {
  if (kind === 'day') return dayText(key, language)
  if (kind === 'week') return daysText({ start_date: key, end_date: plusDays(key, 6) })
  if (kind === 'month') return monthText(key, language)
  if (kind === 'hour') return hourText(Number(key))
  if (kind === 'group' && key === NO_GROUP) return t('products.noGroup')
  return kind === 'rate' ? percentText(Number(key)) : name || '–'
}

export const isOfTime = (kind: RowKind) => kind === 'day' || kind === 'week' || kind === 'month' || kind === 'hour'

/** The name of a row of time below its column, as short as possible. */
export function tickText(kind: RowKind, key: string): string {
  if (kind === 'month') return `${Number(key.slice(5))}/${key.slice(2, 4)}`
  return kind === 'hour' ? key : shortDayText(key)
}

/** A round value on an axis, with its unit: no cents where there are none. */
export function axisText(figure: ReportFigure, value: number): string {
  const kind = REPORT_FIGURES[figure]
  if (kind === 'share') return percentText(Math.round(value * 1000) / 10)
  return kind === 'euros' ? eurosText(value).replace(/,00(?=\D*$)/, '') : numberText(value)
}

/** A figure as people read it; a dash where there is none. */
export function figureText(figure: ReportFigure, row: Pick<ReportRow, 'figures' | 'unit'>, t: Translate): string {
  const value = row.figures[figure]
  if (value == null) return '–'
  const kind = REPORT_FIGURES[figure]
  if (kind === 'euros') return eurosText(value)
  if (kind === 'price') return formatPurchasePrice(Math.round(value * TEN_THOUSANDTHS_PER_EURO), moneyFormat())
  if (kind === 'share') return percentText(Math.round(value * 1000) / 10)
  if (kind === 'quantity') return quantityText(Math.round(value * THOUSANDTHS_PER_UNIT), row.unit ?? '', t)
  return String(value)
}

import { FINNISH_LAYOUTS, type MeasureKind, type VariableMeasureLayout } from '#domain/barcode.ts'
import { itemDigitsBeside, LABEL_PREFIXES } from '#domain/catalogue/label-layouts.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'

export type LabelPrefix = (typeof LABEL_PREFIXES)[number]
/** The form's values for each prefix; labels of a prefix with an empty `kind` aren't read. */
export type LayoutValues = Record<`${'kind' | 'value' | 'decimals'}.${LabelPrefix}`, string> &
  Record<`check.${LabelPrefix}`, boolean>

/** What most scales print; the initial values of a prefix that is taken into use. */
const USUAL = { value_digits: 5, decimals: 2, internal_check: false }

export function layoutValues(layouts: readonly VariableMeasureLayout[]): LayoutValues {
  const entries = LABEL_PREFIXES.flatMap((prefix): [string, string | boolean][] => {
    const layout = layouts.find(each => each.prefix === prefix)
    const { value_digits: value, decimals, internal_check: check } = layout ?? USUAL
    return [
      [`kind.${prefix}`, layout?.kind ?? ''],
      [`value.${prefix}`, String(value)],
      [`decimals.${prefix}`, String(decimals)],
      [`check.${prefix}`, check],
    ]
  })
  // The entries contain every field of every prefix.
  return Object.fromEntries(entries) as LayoutValues
}

const isKind = (text: string): text is MeasureKind => text === 'weight' || text === 'price'

export function layoutOf(values: LayoutValues, prefix: LabelPrefix): VariableMeasureLayout | undefined {
  const kind = values[`kind.${prefix}`]
  if (!isKind(kind)) return undefined
  const value_digits = Number(values[`value.${prefix}`])
  const internal_check = values[`check.${prefix}`]
  const item_digits = itemDigitsBeside({ value_digits, internal_check })
  return { prefix, kind, item_digits, value_digits, decimals: Number(values[`decimals.${prefix}`]), internal_check }
}

export const layoutsOf = (values: LayoutValues): VariableMeasureLayout[] =>
  LABEL_PREFIXES.flatMap(prefix => layoutOf(values, prefix) ?? [])

/** The fields of one prefix are merged as a unit. */
export const LAYOUT_MERGING: MergeShape<LayoutValues> = { groupOf: field => field.slice(field.indexOf('.') + 1) }

export const FINNISH_VALUES = layoutValues(FINNISH_LAYOUTS)

import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type BarcodeSettings, settings } from '#contract/administration/settings.ts'
import { FINNISH_LAYOUTS, type MeasureKind, type VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import {
  decimalsFor,
  LAYOUT_CONFLICTS,
  LAYOUT_PROBLEMS,
  type LayoutConflict,
  type LayoutProblem,
  layoutProblems,
  MIN_VALUE_DIGITS,
  maxValueDigits,
  itemDigitsBeside,
  LABEL_PREFIXES,
} from '#domain/catalogue/scale-label-layouts.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

const toFormState = ({ layouts, revision }: BarcodeSettings) => ({ values: layoutValues(layouts), revision })

/** The form for the label layouts, and its saving. */
export function useBarcodesForm(saved: BarcodeSettings) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const values = useMemo(() => toFormState(saved).values, [saved])
  return useRecordForm<LayoutValues, BarcodeSettings>({
    values,
    revision: saved.revision,
    merging: LAYOUT_MERGING,
    check: typed => typedLayoutProblems(typed, t),
    save: (typed, revision = saved.revision) =>
      callApi(settings.saveBarcodes, { body: { revision, layouts: toLayouts(typed) } }),
    read: toFormState,
    describe: problems => describeLayoutProblems(problems, t),
    onSaved: newest => cache.setQueryData(queryKey(settings.barcodes), newest),
  })
}

export type BarcodesForm = ReturnType<typeof useBarcodesForm>

/** The form field at which a prefix's problem is shown. */
const PROBLEM_FIELDS = {
  prefix: 'kind',
  repeated: 'kind',
  digits: 'value',
  decimals: 'decimals',
  family: 'value',
  inUse: 'kind',
  collide: 'value',
} as const satisfies Record<LayoutProblem['problem'] | LayoutConflict['problem'], string>

/** The problems of the typed layouts, as texts. Prefixes are fixed rows: they can be neither wrong nor repeated. */
function typedLayoutProblems(values: LayoutValues, t: Translate): FormProblem[] {
  const layouts = toLayouts(values)
  return layoutProblems(layouts).flatMap(({ prefix, problem }) => {
    const layout = layouts.find(each => each.prefix === prefix)
    if (!layout) return []
    const bounds = problem === 'digits' ? { min: MIN_VALUE_DIGITS, max: maxValueDigits(layout) } : decimalsFor(layout)
    return [{ field: `${PROBLEM_FIELDS[problem]}.${prefix}`, text: t(`settings.layoutProblems.${problem}`, bounds) }]
  })
}

type LayoutRefusal = {
  prefix: string
  problem: keyof typeof PROBLEM_FIELDS
  count?: number
  products?: { name: string }[]
}

const isLayoutRefusal = (value: unknown): value is LayoutRefusal =>
  typeof value === 'object' &&
  value !== null &&
  'prefix' in value &&
  'problem' in value &&
  [...LAYOUT_PROBLEMS, ...LAYOUT_CONFLICTS].some(each => each === value.problem)

/** The `problems` of a form.invalid, mostly about products that prevent the change. */
const describeLayoutProblems = (problems: unknown, t: Translate): FormProblem[] =>
  (Array.isArray(problems) ? problems.filter(isLayoutRefusal) : []).map(
    ({ prefix, problem, count = 0, products = [] }) => {
      const names = products.map(({ name }) => name).join(', ')
      const more = count > products.length ? ' …' : ''
      return {
        field: `${PROBLEM_FIELDS[problem]}.${prefix}`,
        text: t(`settings.layoutProblems.${problem}`, { names: names + more, min: 0, max: 0 }),
      }
    },
  )

export type LabelPrefix = (typeof LABEL_PREFIXES)[number]
/** The form's values for each prefix; labels of a prefix with an empty `kind` aren't read. */
type LayoutValues = Record<`${'kind' | 'value' | 'decimals'}.${LabelPrefix}`, string> &
  Record<`check.${LabelPrefix}`, boolean>

/** What most scales print; the initial values of a prefix that is taken into use. */
const USUAL_LAYOUT = { value_digits: 5, decimals: 2, internal_check: false }

export function layoutValues(layouts: readonly VariableMeasureLayout[]): LayoutValues {
  const entries = LABEL_PREFIXES.flatMap((prefix): [string, string | boolean][] => {
    const layout = layouts.find(each => each.prefix === prefix)
    const { value_digits: value, decimals, internal_check: check } = layout ?? USUAL_LAYOUT
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

export function toLayout(values: LayoutValues, prefix: LabelPrefix): VariableMeasureLayout | undefined {
  const kind = values[`kind.${prefix}`]
  if (!isKind(kind)) return undefined
  const value_digits = Number(values[`value.${prefix}`])
  const internal_check = values[`check.${prefix}`]
  const item_digits = itemDigitsBeside({ value_digits, internal_check })
  return { prefix, kind, item_digits, value_digits, decimals: Number(values[`decimals.${prefix}`]), internal_check }
}

export const toLayouts = (values: LayoutValues): VariableMeasureLayout[] =>
  LABEL_PREFIXES.flatMap(prefix => toLayout(values, prefix) ?? [])

/** The fields of one prefix are merged as a unit. */
const LAYOUT_MERGING: MergeShape<LayoutValues> = { getGroup: field => field.slice(field.indexOf('.') + 1) }

export const FINNISH_VALUES = layoutValues(FINNISH_LAYOUTS)

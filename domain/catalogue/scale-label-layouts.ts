import { FINNISH_LAYOUTS, type MeasureKind, type VariableMeasureLayout } from './barcode.ts'

type LabelLayouts = readonly VariableMeasureLayout[]

/** Prefixes that GS1 reserves for stores and countries; no globally traded article number begins with them. */
export const LABEL_PREFIXES = ['02', '20', '21', '22', '23', '24', '25', '26', '27', '28', '29'] as const
/** The same goods may have any prefix of a family, depending on weight or price, so only the item digits identify them. */
const PREFIX_FAMILIES = [
  ['20', '21', '22'],
  ['23', '24', '25'],
]
/** Between the prefix and the check digit. */
const INNER_DIGITS = 10
const MIN_ITEM_DIGITS = 3
export const MIN_VALUE_DIGITS = 3
/** Grams and cents; the shop stores nothing smaller. */
const MAX_DECIMALS: Record<MeasureKind, number> = { weight: 3, price: 2 }
/** Nothing in a small store weighs 10,000 kg or costs as many euros. */
const MAX_WHOLE_DIGITS = 4

/** The problems of a layout; the web has a text for each. */
export const LAYOUT_PROBLEMS = ['prefix', 'repeated', 'digits', 'decimals', 'family'] as const
export type LayoutProblem = {
  prefix: string
  problem: (typeof LAYOUT_PROBLEMS)[number]
}

/** What valid layouts would do to existing products: take away their code, or make two of them share one. */
export const LAYOUT_CONFLICTS = ['inUse', 'collide'] as const
export type LayoutConflict = {
  prefix: string
  problem: (typeof LAYOUT_CONFLICTS)[number]
  count: number
  /** The first ones only. */
  products: { id: number; name: string }[]
}

/** The number of digits left for the item. */
export const itemDigitsBeside = ({
  value_digits: value,
  internal_check: hasCheck,
}: Pick<VariableMeasureLayout, 'value_digits' | 'internal_check'>): number => INNER_DIGITS - value - (hasCheck ? 1 : 0)

/** All problems of a set of layouts, at most one for each prefix and kind of problem. */
export const layoutProblems = (layouts: LabelLayouts): LayoutProblem[] =>
  layouts.flatMap((layout, index) => {
    const earlier = layouts.slice(0, index)
    const found: LayoutProblem['problem'][] = [
      ...(LABEL_PREFIXES.some(prefix => prefix === layout.prefix) ? [] : (['prefix'] as const)),
      ...(earlier.some(({ prefix }) => prefix === layout.prefix) ? (['repeated'] as const) : []),
      ...(hasRoom(layout) ? [] : (['digits'] as const)),
      ...(hasValidDecimals(layout) ? [] : (['decimals'] as const)),
      ...(earlier.some(other => areAtOdds(layout, other)) ? (['family'] as const) : []),
    ]
    return found.map(problem => ({ prefix: layout.prefix, problem }))
  })

/** The most digits that a value may have, so that it is plausible and enough digits are left for the item. */
export const maxValueDigits = ({ kind, internal_check }: Pick<VariableMeasureLayout, 'kind' | 'internal_check'>) =>
  Math.min(itemDigitsBeside({ value_digits: MIN_ITEM_DIGITS, internal_check }), MAX_WHOLE_DIGITS + MAX_DECIMALS[kind])

/** Whether the digits, with the prefix and the last check digit, add up to 13. */
function hasRoom(layout: VariableMeasureLayout): boolean {
  const { item_digits: item, value_digits: value } = layout
  const isSensible = Number.isInteger(value) && value >= MIN_VALUE_DIGITS && value <= maxValueDigits(layout)
  return isSensible && item === itemDigitsBeside(layout)
}

/** How many decimals a value with this number of digits may have. */
export const decimalsFor = ({ kind, value_digits: value }: Pick<VariableMeasureLayout, 'kind' | 'value_digits'>) => ({
  min: Math.max(0, value - MAX_WHOLE_DIGITS),
  max: Math.min(value, MAX_DECIMALS[kind]),
})

function hasValidDecimals(layout: VariableMeasureLayout): boolean {
  const { min, max } = decimalsFor(layout)
  return Number.isInteger(layout.decimals) && layout.decimals >= min && layout.decimals <= max
}

const areAtOdds = (one: VariableMeasureLayout, other: VariableMeasureLayout): boolean =>
  one.kind === other.kind &&
  one.item_digits !== other.item_digits &&
  PREFIX_FAMILIES.some(family => family.includes(one.prefix) && family.includes(other.prefix))

const isLayout = (value: unknown): value is VariableMeasureLayout => {
  if (typeof value !== 'object' || value === null) return false
  const { prefix, kind, internal_check: check } = value as Partial<Record<keyof VariableMeasureLayout, unknown>>
  return typeof prefix === 'string' && (kind === 'price' || kind === 'weight') && typeof check === 'boolean'
}

/** The configured layouts, or the Finnish convention when none or invalid ones are configured. */
export function layoutsFrom(chosen: Readonly<Record<string, unknown>>): LabelLayouts {
  const layouts = chosen['layouts']
  const isValid = Array.isArray(layouts) && layouts.every(isLayout) && layoutProblems(layouts).length === 0
  return isValid ? layouts : FINNISH_LAYOUTS
}

/** The digits of a value: `0,000 kg`. */
export function valuePattern({
  kind,
  value_digits,
  decimals,
}: Pick<VariableMeasureLayout, 'kind' | 'value_digits' | 'decimals'>): string {
  const whole = '0'.repeat(Math.max(0, value_digits - decimals))
  const value = decimals > 0 ? `${whole},${'0'.repeat(decimals)}` : whole
  return `${value}\u00a0${kind === 'weight' ? 'kg' : '€'}`
}

/** A layout in short form: `NNNNNN 0,000 kg`. X is the check digit of the value. */
export const layoutPattern = (layout: VariableMeasureLayout): string =>
  `${'N'.repeat(layout.item_digits)}${layout.internal_check ? ' X' : ''} ${valuePattern(layout)}`

const toLayoutKey = ({ prefix, kind, item_digits, value_digits, decimals, internal_check }: VariableMeasureLayout) =>
  [prefix, kind, item_digits, value_digits, decimals, internal_check].join(' ')
const toLayoutsKey = (layouts: LabelLayouts): string => layouts.map(toLayoutKey).toSorted().join()

/** Whether the layouts are the Finnish convention. */
export const isFinnish = (layouts: LabelLayouts): boolean => toLayoutsKey(layouts) === toLayoutsKey(FINNISH_LAYOUTS)

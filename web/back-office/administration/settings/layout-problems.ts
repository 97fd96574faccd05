import type { Translate } from '#web/kit/i18n/translate.ts'
import {
  decimalsFor,
  LAYOUT_CONFLICTS,
  LAYOUT_PROBLEMS,
  LEAST_VALUE_DIGITS,
  type LayoutConflict,
  type LayoutProblem,
  layoutProblems,
  mostValueDigits,
} from '#domain/catalogue/label-layouts.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { layoutsOf, type LayoutValues } from './layout-values.ts'

/** The form field at which a prefix's problem is shown. */
const PLACES = {
  prefix: 'kind',
  repeated: 'kind',
  digits: 'value',
  decimals: 'decimals',
  family: 'value',
  inUse: 'kind',
  collide: 'value',
} as const satisfies Record<LayoutProblem['problem'] | LayoutConflict['problem'], string>

/** The problems of the typed layouts, as texts. Prefixes are fixed rows: they can be neither wrong nor repeated. */
export function typedLayoutProblems(values: LayoutValues, t: Translate): FormProblem[] {
  const layouts = layoutsOf(values)
  return layoutProblems(layouts).flatMap(({ prefix, problem }) => {
    const layout = layouts.find(each => each.prefix === prefix)
    if (!layout) return []
    const bounds =
      problem === 'digits' ? { least: LEAST_VALUE_DIGITS, most: mostValueDigits(layout) } : decimalsFor(layout)
    return [{ field: `${PLACES[problem]}.${prefix}`, text: t(`settings.layoutProblems.${problem}`, bounds) }]
  })
}

type Told = { prefix: string; problem: keyof typeof PLACES; count?: number; products?: { name: string }[] }

const isTold = (given: unknown): given is Told =>
  typeof given === 'object' &&
  given !== null &&
  'prefix' in given &&
  'problem' in given &&
  [...LAYOUT_PROBLEMS, ...LAYOUT_CONFLICTS].some(known => known === given.problem)

/** The `problems` of a form.invalid, mostly about products that prevent the change. */
export const describeLayoutProblems = (told: unknown, t: Translate): FormProblem[] =>
  (Array.isArray(told) ? told.filter(isTold) : []).map(({ prefix, problem, count = 0, products = [] }) => {
    const names = products.map(({ name }) => name).join(', ')
    const more = count > products.length ? ' …' : ''
    return {
      field: `${PLACES[problem]}.${prefix}`,
      text: t(`settings.layoutProblems.${problem}`, { names: names + more, least: 0, most: 0 }),
    }
  })

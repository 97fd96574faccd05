import type { Translate } from '#web/kit/i18n/translate.ts'
import type { VariableMeasureLayout } from '#domain/barcode.ts'
import { FIELD_PROBLEMS, type FieldProblem, productProblems } from '#domain/catalogue/product-form.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { inputOf, numberIn, type ProductDraft } from './product-draft.ts'

const MANDATORY = ['price', 'vat_class_id', 'unit', 'supplier_id'] as const

// The contract's limits for whole numbers.
const WHOLE = {
  units_per_case: { least: 1, most: 100_000 },
  least_age: { least: 1, most: 99 },
  sort_order: { least: -1_000_000_000, most: 1_000_000_000 },
} as const
const WHOLE_FIELDS = ['units_per_case', 'least_age', 'sort_order'] as const

// A problem of all names is shown at the first of them.
const fieldOf = (field: string) => (field === 'names' ? 'names.fi' : field)

const inWords = (t: Translate, { field, problem, count, value }: FieldProblem): FormProblem => ({
  field: fieldOf(field),
  text: t(`productForm.problems.${problem}`, { count: count ?? 0, value: value ?? '' }),
})

/**
 * The problems of a draft, as texts: those that the server would report, and values that can't be sent. Each field has one, in
 * the order of the form.
 */
export function draftProblems(
  draft: ProductDraft,
  layouts: readonly VariableMeasureLayout[],
  t: Translate,
): FormProblem[] {
  const missing = MANDATORY.filter(field => draft[field].trim() === '').map(field =>
    inWords(t, { field, problem: 'required' }),
  )
  const broken = WHOLE_FIELDS.flatMap(field => {
    const number = numberIn(draft[field])
    const { least, most } = WHOLE[field]
    if (number === null || (Number.isInteger(number) && number >= least && number <= most)) return []
    return [{ field, text: t('productForm.problems.invalidWhole', { least, most }) }]
  })
  const known = productProblems(inputOf(draft), layouts).map(problem => inWords(t, problem))
  const all = [...missing, ...broken, ...known]
  const inOrder = Object.keys(draft)
  return all
    .filter((one, index) => all.findIndex(({ field }) => field === one.field) === index)
    .toSorted((one, other) => inOrder.indexOf(one.field) - inOrder.indexOf(other.field))
}

const isProblem = (given: unknown): given is FieldProblem =>
  typeof given === 'object' &&
  given !== null &&
  'field' in given &&
  'problem' in given &&
  typeof given.field === 'string' &&
  FIELD_PROBLEMS.some(known => known === given.problem)

/** The `problems` of a form.invalid. */
export const problemsIn = (told: unknown): FieldProblem[] => (Array.isArray(told) ? told.filter(isProblem) : [])

export const describeProblems = (told: unknown, t: Translate): FormProblem[] =>
  problemsIn(told).map(problem => inWords(t, problem))

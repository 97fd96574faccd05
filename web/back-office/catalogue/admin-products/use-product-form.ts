import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { FINNISH_LAYOUTS, type VariableMeasureLayout } from '#domain/barcode.ts'
import { FIELD_PROBLEMS, type FieldProblem, productProblems } from '#domain/catalogue/product-form.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { formValuesOf, inputOf, numberIn, PRODUCT_MERGING, type ProductFormValues } from './product-form-values.ts'
import { useLabelLayouts } from './queries.ts'

type ProductFormOptions = {
  /** The initial values; the same object until newer data is loaded. */
  values: ProductFormValues
  /** The edited product; without it a new one is created. */
  product?: AdminProduct | undefined
}

const read = (product: AdminProduct) => ({ values: formValuesOf(product), revision: product.revision })

/** The form of a product, and its saving. */
export function useProductForm({ values, product }: ProductFormOptions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const layouts = useLabelLayouts() ?? FINNISH_LAYOUTS
  const [told, setTold] = useState<readonly FieldProblem[]>([])
  const form = useRecordForm({
    values,
    revision: product?.revision,
    merging: PRODUCT_MERGING,
    check: draft => formProblems(draft, layouts, t),
    save: (draft, revision) => {
      setTold([])
      const input = inputOf(draft)
      return product && revision !== undefined
        ? callApi(adminProducts.update, { params: { id: product.id }, body: { ...input, revision } })
        : callApi(adminProducts.create, { body: input })
    },
    read,
    describe: problems => {
      setTold(problemsIn(problems))
      return describeProblems(problems, t)
    },
    onSaved: saved => {
      cache.setQueryData(queryKeyOf(adminProducts.read, { params: { id: String(saved.id) } }), saved)
      if (!product) void navigate(`${PATHS.products}/${saved.id}/edit`, { replace: true })
    },
  })
  /** The id of the product that has a code, if the server refused the code as taken. */
  const holderOf = (field: string) =>
    told.find(problem => problem.field === field && problem.problem === 'taken' && form.problemOf(field) !== undefined)
      ?.product_id
  return { ...form, holderOf, layouts }
}

export type ProductFormControl = ReturnType<typeof useProductForm>

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
function formProblems(
  draft: ProductFormValues,
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
const problemsIn = (told: unknown): FieldProblem[] => (Array.isArray(told) ? told.filter(isProblem) : [])

const describeProblems = (told: unknown, t: Translate): FormProblem[] =>
  problemsIn(told).map(problem => inWords(t, problem))

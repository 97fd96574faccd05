import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { FINNISH_LAYOUTS, type VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { FIELD_PROBLEMS, type FieldProblem, productProblems, type ProductForm } from '#domain/catalogue/product-form.ts'
import { isLabelled } from '#domain/catalogue/product-types.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import {
  brokenWholes,
  inFormOrder,
  missingIn,
  problemsAmong,
  groupIn,
  newTypedRecord,
  numberIn,
  recordIn,
  type TypedRecord,
  toNumberInput,
  typedRecord,
} from '#web/kit/forms/record-fields.ts'
import { NO_TEXTS, textsIn, typedTexts, type TypedTexts } from '#web/kit/forms/texts.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { TRANSLATED_UNITS } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useLabelLayouts } from './queries.ts'

/** How a new product is created, and what follows. */
export type ProductCreation = {
  create?: (draft: ProductFormValues) => Promise<AdminProduct>
  /** Called with a new product; without it, the product's page opens. */
  onCreated?: (product: AdminProduct) => void
}

type ProductFormOptions = ProductCreation & {
  /** The initial values; the same object until newer data is loaded. */
  values: ProductFormValues
  /** The edited product; without it a new one is created. */
  product?: AdminProduct | undefined
}

const toFormState = (product: AdminProduct) => ({ values: toFormValues(product), revision: product.revision })

/** The form of a product, and its saving. */
export function useProductForm({ values, product, create, onCreated }: ProductFormOptions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const layouts = useLabelLayouts() ?? FINNISH_LAYOUTS
  const [reported, setReported] = useState<readonly FieldProblem[]>([])
  const form = useRecordForm({
    values,
    revision: product?.revision,
    merging: PRODUCT_MERGING,
    check: draft => formProblems(draft, { layouts, stored: product }, t),
    save: (draft, revision) => {
      setReported([])
      const input = toInput(draft)
      if (product && revision !== undefined)
        return callApi(adminProducts.update, { params: { id: product.id }, body: { ...input, revision } })
      return create ? create(draft) : callApi(adminProducts.create, { body: input })
    },
    read: toFormState,
    describe: problems => {
      const found = problemsIn(problems)
      setReported(found)
      return found.map(problem => toFormProblem(t, problem))
    },
    onSaved: saved => {
      cache.setQueryData(queryKey(adminProducts.get, { params: { id: String(saved.id) } }), saved)
      if (onCreated) onCreated(saved)
      else if (!product) void navigate(`${PATHS.products}/${saved.id}/edit`, { replace: true })
    },
  })
  /** The id of the product that has a code, if the server refused the code as taken. */
  const findHolder = (field: string) =>
    reported.find(
      problem => problem.field === field && problem.problem === 'taken' && form.getProblem(field) !== undefined,
    )?.product_id
  return { ...form, findHolder, layouts, sellAs: useSellingWay(form) }
}

type SellingWay = ProductFormValues['product_code_type']
type SellingForm = Pick<ReturnType<typeof useRecordForm<ProductFormValues, AdminProduct>>, 'values' | 'isNew' | 'set'>

/** Chooses how a product is sold, and its unit with it. Each way gets back the unit that it had in this form. */
function useSellingWay({ values, isNew, set }: SellingForm) {
  const units = useRef<Partial<Record<SellingWay, string>>>({})
  return (type: SellingWay) => {
    const { unit, product_code_type: from } = values
    if (type === from) return
    units.current[from] = unit
    set('product_code_type', type)
    set('unit', isLabelled(type) ? KILOGRAM_UNIT : (units.current[type] ?? unitOfWay(type, unit, isNew)))
  }
}

const KILOGRAM_UNIT = 'kg'
const PIECE_UNITS: readonly string[] = TRANSLATED_UNITS

function unitOfWay(type: SellingWay, unit: string, isNew: boolean): string {
  if (type === 'bulk') return PIECE_UNITS.includes(unit) ? KILOGRAM_UNIT : unit
  return isNew && unit === KILOGRAM_UNIT ? PRODUCT_FIELDS.unit.initial : unit
}

export type ProductFormControl = ReturnType<typeof useProductForm>

// A problem of all names is shown at the first of them.
const toFieldName = (field: string) => (field === 'names' ? 'names.fi' : field)

const toFormProblem = (t: Translate, { field, problem, count, value }: FieldProblem): FormProblem => ({
  field: toFieldName(field),
  text:
    field === 'names'
      ? t('forms.nameMissing')
      : t(`productForm.problems.${problem}`, { count: count ?? 0, value: value ?? '' }),
})

/**
 * The problems of a draft, as texts: those that the server would report, and values that can't be sent. Each field has one, in
 * the order of the form.
 */
function formProblems(
  draft: ProductFormValues,
  { layouts, stored }: { layouts: readonly VariableMeasureLayout[]; stored: AdminProduct | undefined },
  t: Translate,
): FormProblem[] {
  const missing = missingIn(PRODUCT_FIELDS, draft).map(field => toFormProblem(t, { field, problem: 'required' }))
  const broken = brokenWholes(PRODUCT_FIELDS, draft).map(({ field, ...limits }) => ({
    field,
    text: t('productForm.problems.invalidWhole', limits),
  }))
  const localProblems = productProblems(toInput(draft), layouts, stored).map(problem => toFormProblem(t, problem))
  return inFormOrder([...missing, ...broken, ...localProblems], { ...ABOVE_THE_NAMES, ...draft })
}

/** The fields that the form has above the names, in its order. */
const ABOVE_THE_NAMES = Object.fromEntries(
  [
    'ean13',
    'further_codes',
    'product_code_type',
    'product_code',
    'prefix',
    'eanCase',
    'units_per_case',
    'price',
    'vat_class_id',
    'deposit',
    'unit',
    'content_quantity',
    'content_unit',
  ].map(field => [field, '']),
)

/** The `problems` of a form.invalid. */
const problemsIn = (reported: unknown) => problemsAmong<FieldProblem>(reported, FIELD_PROBLEMS)

type InStores = {
  [offered: `stores.${number}.offered`]: boolean
  [alarm: `stores.${number}.alarm_limit`]: string
}

/** A product as typed: amounts are the texts of their fields. */
export type ProductFormValues = TypedTexts & InStores & TypedRecord<typeof PRODUCT_FIELDS>

/** The initial values of a new product: some of its fields may be known, such as a scanned code. */
export function newFormValues(stores: readonly { id: number }[], initial: Partial<ProductForm>): ProductFormValues {
  const { ean13, eanCase, product_code, prefix, product_code_type = 'standard' } = initial
  return {
    ...NO_TEXTS,
    ...newTypedRecord(PRODUCT_FIELDS),
    ...storeFields(stores.map(({ id }) => ({ store_id: id, offered: true, alarm_limit: null }))),
    ean13: ean13 ?? '',
    eanCase: eanCase ?? '',
    product_code: product_code ?? '',
    prefix: prefix ?? '',
    product_code_type,
    ...(product_code_type !== 'standard' && { unit: 'kg' }),
  }
}

const storeFields = (stores: readonly { store_id: number; offered: boolean; alarm_limit: number | null }[]): InStores =>
  Object.assign(
    {},
    ...stores.map(({ store_id: id, offered, alarm_limit }) => ({
      [`stores.${id}.offered`]: offered,
      [`stores.${id}.alarm_limit`]: toNumberInput(alarm_limit),
    })),
  )

/** A product as the form's values, in the order of the form. */
export const toFormValues = (product: AdminProduct): ProductFormValues => ({
  ...typedTexts(product),
  ...typedRecord(PRODUCT_FIELDS, { ...product, supplier_id: product.supplier.id }),
  ...storeFields(product.stores),
})

/** The initial values of a copy: everything but the codes. */
export const copyValues = (product: AdminProduct): ProductFormValues => ({
  ...toFormValues(product),
  ean13: '',
  further_codes: '',
  product_code: '',
  eanCase: '',
})

const PRODUCT_MERGING: MergeShape<ProductFormValues> = { getGroup: groupIn(PRODUCT_FIELDS) }

const getStoreIds = (draft: ProductFormValues): number[] =>
  Object.keys(draft).flatMap(field => /^stores\.(\d+)\.offered$/.exec(field)?.slice(1).map(Number) ?? [])

/** The draft in the contract's shape. Invalid numbers are NaN: check the draft's problems first. */
export const toInput = (draft: ProductFormValues) => ({
  ...textsIn(draft),
  ...recordIn(PRODUCT_FIELDS, draft),
  stores: getStoreIds(draft).map(id => ({
    store_id: id,
    offered: draft[`stores.${id}.offered`] ?? false,
    alarm_limit: numberIn(draft[`stores.${id}.alarm_limit`] ?? ''),
  })),
})

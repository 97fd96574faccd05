import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { FINNISH_LAYOUTS } from '#domain/barcode.ts'
import type { FieldProblem } from '#domain/catalogue/product-form.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useRecordForm } from '#web/kit/forms/use-record-form.ts'
import { useProductsChanged } from '#web/shop/catalogue/products/products-changed.ts'
import { PATHS } from '#web/kit/paths.ts'
import { draftOf, inputOf, PRODUCT_MERGING, type ProductDraft } from './product-draft.ts'
import { useLabelLayouts } from './queries.ts'
import { describeProblems, draftProblems, problemsIn } from './product-problems.ts'

interface ProductFormOptions {
  /** The initial values; the same object until newer data is loaded. */
  values: ProductDraft
  /** The edited product; without it a new one is created. */
  product?: AdminProduct | undefined
}

const read = (product: AdminProduct) => ({ values: draftOf(product), revision: product.revision })

/** The form of a product, and its saving. */
export function useProductForm({ values, product }: ProductFormOptions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const changed = useProductsChanged()
  const layouts = useLabelLayouts() ?? FINNISH_LAYOUTS
  const [told, setTold] = useState<readonly FieldProblem[]>([])
  const form = useRecordForm({
    values,
    revision: product?.revision,
    merging: PRODUCT_MERGING,
    check: draft => draftProblems(draft, layouts, t),
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
      void changed()
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

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useParams, useSearchParams } from 'react-router'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import type { VariableMeasureLayout } from '#domain/barcode.ts'
import { fieldsOfCode } from '#domain/catalogue/code-fields.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { copyOf, draftOf, newDraft } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'
import { useLabelLayouts } from './queries.ts'
import { shownName } from './shown-name.ts'

interface NewProductProps {
  inStores: readonly { id: number; name: string }[]
  code: string | null
  layouts: readonly VariableMeasureLayout[]
  type: AdminProduct['product_type']
}

function NewProduct({ inStores, code, layouts, type }: NewProductProps) {
  const { t } = useTranslation()
  const values = useMemo(
    () => ({ ...newDraft(inStores, code === null ? {} : fieldsOfCode(code, layouts)), product_type: type }),
    [inStores, code, layouts, type],
  )
  const formStores = inStores.map(({ id, name }) => ({ store_id: id, name }))
  return <ProductForm title={t('productForm.new')} values={values} stores={formStores} />
}

/** A new product; `?code=` is a scanned code that no product has, `?type=preorder` creates a pre-order product. */
export function AdminProductCreatePage() {
  const [search] = useSearchParams()
  const { data } = useQuery(queryOf(adminStores.choices))
  const inStores = useMemo(() => data?.filter(({ status }) => status !== 'archived'), [data])
  const layouts = useLabelLayouts()
  const code = search.get('code')
  const type = search.get('type') === 'preorder' ? 'preorder' : 'standard'
  if (!inStores || !layouts) return <RecordLoading />
  return <NewProduct key={code} inStores={inStores} code={code} layouts={layouts} type={type} />
}

function EditedProduct({ product }: { product: AdminProduct }) {
  const { i18n } = useTranslation()
  const values = useMemo(() => draftOf(product), [product])
  const name = shownName(product.names, i18n.language)
  return <ProductForm title={name} values={values} stores={product.stores} product={product} />
}

function CopiedProduct({ product }: { product: AdminProduct }) {
  const { t, i18n } = useTranslation()
  const values = useMemo(() => copyOf(product), [product])
  const formStores = product.stores.map(({ store_id, name }) => ({ store_id, name }))
  const title = t('productForm.copyOf', { name: shownName(product.names, i18n.language) })
  return <ProductForm title={title} values={values} stores={formStores} />
}

/** Edits a product, or creates a copy of it. */
export function AdminProductPage() {
  const { id = '', op } = useParams()
  const { data } = useQuery(queryOf(adminProducts.read, { params: { id } }))
  if (data === undefined) return <RecordLoading />
  return op === 'copy' ? <CopiedProduct key={`copy-${id}`} product={data} /> : <EditedProduct key={id} product={data} />
}

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { FoodPart } from '#web/back-office/catalogue/food-information/food-form.tsx'
import { queryFor } from '#web/kit/api/query-for.ts'
import { RecordLoading } from '#web/kit/forms/record-form-frame.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { displayName } from './display-name.ts'
import { ProductForm } from './product-form.tsx'
import { copyValues, toFormValues } from './use-product-form.ts'

function EditedProduct({ product }: { product: AdminProduct }) {
  const { i18n } = useTranslation()
  const values = useMemo(() => toFormValues(product), [product])
  const name = displayName(product.names, i18n.language)
  return <ProductForm title={name} values={values} stores={product.stores} product={product} />
}

function CopiedProduct({ product }: { product: AdminProduct }) {
  const { t, i18n } = useTranslation()
  const values = useMemo(() => copyValues(product), [product])
  const formStores = product.stores.map(({ store_id, name }) => ({ store_id, name }))
  const title = t('productForm.copyOf', { name: displayName(product.names, i18n.language) })
  return <ProductForm title={title} values={values} stores={formStores} copied={product} />
}

/** Edits a product or its food information, or creates a copy of it. */
export function AdminProductPage() {
  const { i18n } = useTranslation()
  const { id = '', op } = useParams()
  const { data } = useQuery(queryFor(adminProducts.get, { params: { id } }))
  if (data === undefined) return <RecordLoading />
  if (op === 'food') return <FoodPart key={`food-${id}`} product={data} name={displayName(data.names, i18n.language)} />
  return op === 'copy' ? <CopiedProduct key={`copy-${id}`} product={data} /> : <EditedProduct key={id} product={data} />
}

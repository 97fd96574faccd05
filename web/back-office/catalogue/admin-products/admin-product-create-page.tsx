import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import type { VariableMeasureLayout } from '#domain/barcode.ts'
import { fieldsOfCode } from '#domain/catalogue/code-fields.ts'
import { useTaking } from '#web/back-office/catalogue/product-offers/use-taking.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link, useSearchParams } from '#web/kit/shell/link.tsx'
import { NextCode } from './next-code.tsx'
import { OfferSection } from './offer-section.tsx'
import { inputOf, newFormValues, type ProductFormValues } from './product-form-values.ts'
import { ProductForm } from './product-form.tsx'
import { useLabelLayouts, useNextPlace } from './queries.ts'

type NewProductProps = {
  inStores: readonly { id: number; name: string }[]
  layouts: readonly VariableMeasureLayout[]
  /** Its place in the shoppers’ list: the last. */
  place: number
  search: URLSearchParams
}

function NewProduct({ inStores, layouts, place, search }: NewProductProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const taking = useTaking()
  const code = search.get('code')
  const values = useMemo(
    () => ({
      ...newFormValues(inStores, code === null ? {} : fieldsOfCode(code, layouts)),
      product_type: search.get('type') === 'preorder' ? ('preorder' as const) : ('standard' as const),
      sort_order: String(place),
      vat_class_id: search.get('vat') ?? '',
      supplier_id: search.get('supplier') ?? '',
    }),
    [inStores, code, layouts, search, place],
  )
  const create = async (draft: ProductFormValues) => {
    const product = await callApi(adminProducts.create, { body: inputOf(draft) })
    await taking.give(product.id)
    return product
  }
  // How many were created in this row, if the next one follows each.
  const made = search.get('made')
  const created = ({ id, vat_class_id: vat, supplier }: AdminProduct) =>
    navigate(
      made === null
        ? `${PATHS.products}/${id}/edit`
        : `${PATHS.productCreate}?made=${Number(made) + 1}&vat=${vat}&supplier=${supplier.id}`,
      { replace: true },
    )
  return (
    <ProductForm
      title={t('productForm.new')}
      values={values}
      stores={inStores.map(({ id, name }) => ({ store_id: id, name }))}
      creation={{ create, onCreated: product => void created(product) }}
      {...(made !== null && { saveText: t('productOffer.createNext') })}
      aside={
        made === null && (
          <Button variant="outlined" component={Link} to={`${PATHS.productCreate}?made=0`}>
            {t('productOffer.many')}
          </Button>
        )
      }
      renderLead={form => (
        <>
          {made !== null && <NextCode form={form} made={Number(made)} />}
          <OfferSection form={form} taking={taking} movesFocus={made !== null} />
        </>
      )}
    />
  )
}

/**
 * A new product; `?code=` is a scanned code that no product has, `?type=preorder` creates a pre-order product. `?made=`: the next
 * one follows each, with the same VAT class and supplier.
 */
export function AdminProductCreatePage() {
  const [search] = useSearchParams()
  const { data } = useQuery(queryOf(adminStores.choices))
  const inStores = useMemo(() => data?.filter(({ status }) => status !== 'archived'), [data])
  const layouts = useLabelLayouts()
  const place = useNextPlace()
  if (!inStores || !layouts || place === undefined) return <RecordLoading />
  const key = `${search.get('code')} ${search.get('made')}`
  return <NewProduct key={key} inStores={inStores} layouts={layouts} place={place} search={search} />
}

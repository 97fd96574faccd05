import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router'
import { type AdminProduct, adminProducts } from '#contract/catalogue/admin-products.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import type { VariableMeasureLayout } from '#domain/barcode.ts'
import { fieldsOfCode } from '#domain/catalogue/code-fields.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { isFieldOf } from '#domain/record-fields.ts'
import { RecordAuditLog } from '#web/back-office/administration/audit/record-audit-log.tsx'
import { wordOf } from '#web/back-office/administration/audit/value-text.ts'
import { FoodPart } from '#web/back-office/catalogue/food-information/food-form.tsx'
import { FoodPanel } from '#web/back-office/catalogue/food-information/food-panel.tsx'
import { ImageEditor } from '#web/back-office/catalogue/product-images/image-editor.tsx'
import { useSupplierOptions } from '#web/back-office/catalogue/suppliers/queries.ts'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { PurchasePriceList } from '#web/back-office/stock/purchase-prices/purchase-price-list.tsx'
import { queryOf } from '#web/kit/api/query-of.ts'
import { FormSection } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { RecordLoading } from '#web/kit/forms/record-loading.tsx'
import { TextFields } from '#web/kit/forms/text-fields.tsx'
import { TEXT_FIELDS } from '#web/kit/forms/texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link, useSearchParams } from '#web/kit/shell/link.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput, type SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { CodeFields } from './code-fields.tsx'
import { DrawingField } from './drawing-field.tsx'
import { PriceFields } from './price-fields.tsx'
import { copyOf, formValuesOf, newFormValues, type ProductFormValues } from './product-form-values.ts'
import { useLabelLayouts, useNextPlace, useVatOptions } from './queries.ts'
import { RemoveProduct } from './remove-product.tsx'
import { shownName } from './shown-name.ts'
import { type FormStore, StoreFields } from './store-fields.tsx'
import { type ProductFormControl, useProductForm } from './use-product-form.ts'
import { VersionList } from './version-list.tsx'

type NewProductProps = {
  inStores: readonly { id: number; name: string }[]
  code: string | null
  layouts: readonly VariableMeasureLayout[]
  type: AdminProduct['product_type']
  /** Its place in the shoppers’ list: the last. */
  place: number
}

function NewProduct({ inStores, code, layouts, type, place }: NewProductProps) {
  const { t } = useTranslation()
  const values = useMemo(
    () => ({
      ...newFormValues(inStores, code === null ? {} : fieldsOfCode(code, layouts)),
      product_type: type,
      sort_order: String(place),
    }),
    [inStores, code, layouts, type, place],
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
  const place = useNextPlace()
  if (!inStores || !layouts || place === undefined) return <RecordLoading />
  return <NewProduct key={code} inStores={inStores} code={code} layouts={layouts} type={type} place={place} />
}

function EditedProduct({ product }: { product: AdminProduct }) {
  const { i18n } = useTranslation()
  const values = useMemo(() => formValuesOf(product), [product])
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

/** Edits a product or what is known of it as a food, or creates a copy of it. */
export function AdminProductPage() {
  const { i18n } = useTranslation()
  const { id = '', op } = useParams()
  const { data } = useQuery(queryOf(adminProducts.read, { params: { id } }))
  if (data === undefined) return <RecordLoading />
  if (op === 'food') return <FoodPart key={`food-${id}`} product={data} name={shownName(data.names, i18n.language)} />
  return op === 'copy' ? <CopiedProduct key={`copy-${id}`} product={data} /> : <EditedProduct key={id} product={data} />
}

type ProductFormProps = {
  title: string
  /** The initial values. */
  values: ProductFormValues
  stores: readonly FormStore[]
  /** The edited product; without it a new one is created. */
  product?: AdminProduct
}

/** A product's form, with its actions and versions beside it. */
function ProductForm({ title, values, stores, product }: ProductFormProps) {
  const { t } = useTranslation()
  const form = useProductForm({ values, product })
  const words = useFieldLabels(stores)
  return (
    <RecordFormFrame
      title={title}
      form={form}
      {...words}
      record={product && { kind: 'product', id: product.id }}
      aside={
        product && (
          <>
            <Button variant="outlined" component={Link} to={`${PATHS.products}/${product.id}/copy`}>
              {t('productForm.copy')}
            </Button>
            <Button variant="outlined" color="error" component={Link} to={`${PATHS.recalls}?product=${product.id}`}>
              {t('productForm.recall')}
            </Button>
          </>
        )
      }
      side={
        product && (
          <>
            <ImageEditor productId={product.id} images={product.images} />
            <FoodPanel productId={product.id} />
            <PurchasePriceList productId={product.id} supplierId={product.supplier.id} />
            <VersionList productId={product.id} />
            <RecordAuditLog kind="product" id={product.id} revision={product.revision} />
          </>
        )
      }
    >
      <TextFields title={t('productForm.texts')} form={form} />
      <PriceFields form={form} />
      <CodeFields form={form} />
      <SaleFields form={form} />
      <StoreFields form={form} stores={stores} product={product} />
      <DrawingField form={form} />
      {product && <RemoveProduct product={product} name={title} isDirty={form.isDirty} />}
    </RecordFormFrame>
  )
}

/** Whether and how a product is sold, and its supplier. */
function SaleFields({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('productForm.sale')}>
      <CheckInput
        label={t('productForm.fields.enabled')}
        hint={t('productForm.enabledHint')}
        {...form.check('enabled')}
      />
      <CheckInput label={t('productForm.fields.perishable')} {...form.check('perishable')} />
      <SupplierInput
        label={t('productForm.fields.supplier_id')}
        required
        placeholder={t('productForm.choose')}
        {...form.field('supplier_id')}
      />
      <SelectInput
        label={t('productForm.fields.product_type')}
        options={[
          { value: 'standard', label: t('products.types.standard') },
          { value: 'preorder', label: t('products.types.preorder') },
        ]}
        {...form.field('product_type')}
      />
      <TextInput
        label={t('productForm.fields.least_age')}
        inputMode="numeric"
        autoComplete="off"
        hint={t('productForm.leastAgeHint')}
        {...form.field('least_age')}
      />
      <TextInput
        label={t('productForm.fields.sort_order')}
        inputMode="numeric"
        autoComplete="off"
        hint={t('productForm.sortOrderHint')}
        {...form.field('sort_order')}
      />
    </FormSection>
  )
}

const chosen = (options: readonly SelectOption[], value: string | boolean) =>
  options.find(option => option.value === value)?.label

/** Labels and readable values of fields, for showing two admins' versions side by side. */
function useFieldLabels(stores: readonly FormStore[]) {
  const { t } = useTranslation()
  const supplierOptions = useSupplierOptions() ?? []
  const vatOptions = useVatOptions() ?? []
  const inStore = (field: string) => {
    const [, id, what] = /^stores\.(\d+)(?:\.(\w+))?$/.exec(field) ?? []
    const name = stores.find(store => String(store.store_id) === id)?.name ?? id ?? field
    if (what === undefined) return name
    return `${name}: ${t(what === 'offered' ? 'productForm.fields.offered' : 'productForm.fields.alarm_limit')}`
  }
  const labelOf = (field: string): string => {
    const text = TEXT_FIELDS.find(name => name === field)
    if (text) return t(`productForm.${text}`)
    return isFieldOf(PRODUCT_FIELDS, field) ? t(`productForm.fields.${field}`) : inStore(field)
  }
  const show = (field: string, value: string | boolean): string | undefined => {
    if (field === 'supplier_id') return chosen(supplierOptions, value)
    if (field === 'vat_class_id') return chosen(vatOptions, value)
    const isChoice = isFieldOf(PRODUCT_FIELDS, field) && PRODUCT_FIELDS[field].kind === 'choice'
    return isChoice ? wordOf(`product.${field}`, value, t) : undefined
  }
  return { labelOf, show }
}

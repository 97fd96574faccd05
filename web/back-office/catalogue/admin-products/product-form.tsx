import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { isFieldName } from '#domain/record-fields.ts'
import { FoodPanel } from '#web/back-office/catalogue/food-information/food-panel.tsx'
import { PricePlanList } from '#web/back-office/catalogue/price-plans/price-plan-list.tsx'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { ImageEditor } from '#web/back-office/catalogue/product-images/image-editor.tsx'
import { OriginList } from '#web/back-office/catalogue/product-offers/offer-parts.tsx'
import { PurchasePriceList } from '#web/back-office/catalogue/purchase-prices/purchase-price-list.tsx'
import { useSupplierOptions } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { RecordAuditLog } from '#web/back-office/kit/audit/record-audit-log.tsx'
import { findLabel } from '#web/back-office/kit/audit/value-text.ts'
import { WideField } from '#web/kit/forms/form-section.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { TextFields } from '#web/kit/forms/text-fields.tsx'
import { FORM_LANGUAGES, LANGUAGE_NAMES, TEXT_FIELDS } from '#web/kit/forms/texts.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BackToList } from '#web/kit/lists/back-to-list.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { CodeFields } from './code-fields.tsx'
import { displayLanguage } from './display-name.ts'
import { DrawingField } from './drawing-field.tsx'
import { PriceFields } from './price-fields.tsx'
import { ProductTabs } from './product-tabs.tsx'
import { useVatOptions } from './queries.ts'
import { RemoveProduct } from './remove-product.tsx'
import { SaleFields, findChosen } from './sale-fields.tsx'
import { type FormStore, StoreFields } from './store-fields.tsx'
import {
  type ProductFormValues,
  type ProductCreation,
  type ProductFormControl,
  useProductForm,
} from './use-product-form.ts'
import { VersionList } from './version-list.tsx'

type ProductFormProps = {
  title: string
  /** The initial values. */
  values: ProductFormValues
  stores: readonly FormStore[]
  /** The edited product; without it a new one is created. */
  product?: AdminProduct
  /** How a new product is created, where it needs more than the form. */
  creation?: ProductCreation
  /** Above the fields. */
  renderLead?: (form: ProductFormControl) => ReactNode
  /** Beside the title of a new product. */
  aside?: ReactNode
  saveText?: string
  /** The product that a new one is copied from. */
  copied?: AdminProduct
}

/** A product's form, with its actions and versions beside it. */
export function ProductForm({
  title,
  values,
  stores,
  product,
  creation,
  renderLead,
  aside,
  saveText,
  copied,
}: ProductFormProps) {
  const { t } = useTranslation()
  const form = useProductForm({ values, product, ...creation })
  const words = useFieldLabels(stores)
  return (
    <RecordFormFrame
      title={title}
      form={form}
      {...words}
      record={product && { kind: 'product', id: product.id }}
      lead={product && <ProductTabs id={String(product.id)} shown="edit" />}
      {...(saveText !== undefined && { saveText })}
      aside={
        product ? (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <BackToList path={PATHS.products}>{t('products.back')}</BackToList>
            <Button variant="text" size="small" component={Link} to={`${PATHS.recalls}?product=${product.id}`}>
              {t('productForm.recall')}
            </Button>
            <Button variant="outlined" size="small" component={Link} to={`${PATHS.products}/${product.id}/copy`}>
              {t('productForm.copy')}
            </Button>
          </Box>
        ) : (
          aside
        )
      }
      side={
        product && (
          <>
            <ImageEditor productId={product.id} images={product.images} />
            <FoodPanel productId={product.id} />
            <OriginList productId={product.id} />
            <PricePlanList productId={product.id} />
            <PurchasePriceList productId={product.id} supplierId={product.supplier.id} />
            <VersionList productId={product.id} />
            <RecordAuditLog kind="product" id={product.id} revision={product.revision} />
          </>
        )
      }
    >
      {renderLead?.(form)}
      <CodeFields form={form} />
      <PriceFields form={form} />
      {copied ? (
        <CopiedTexts form={form} names={copied.names} />
      ) : (
        <TextFields title={t('productForm.texts')} form={form} />
      )}
      <SaleFields form={form} />
      <StoreFields form={form} stores={stores} product={product} />
      <DrawingField form={form} />
      {product && <RemoveProduct product={product} name={title} isDirty={form.isDirty} />}
    </RecordFormFrame>
  )
}

/** The texts of a copy: its name is selected, to be typed over, and a note shows while it is still that of the other product. */
function CopiedTexts({ form, names }: { form: ProductFormControl; names: AdminProduct['names'] }) {
  const { t, i18n } = useTranslation()
  const initial = displayLanguage(names, i18n.language)
  const selectName = useEffectEvent(() => {
    const [input] = document.getElementsByName(`names.${initial}`)
    if (!(input instanceof HTMLInputElement)) return
    input.focus()
    input.select()
  })
  useEffect(() => selectName(), [])
  const same = FORM_LANGUAGES.filter(
    code => names[code].trim() !== '' && form.values[`names.${code}`].trim() === names[code].trim(),
  )
  const languages = same.map(code => LANGUAGE_NAMES[code]).join(', ')
  return (
    <TextFields
      title={t('productForm.texts')}
      form={form}
      initial={initial}
      note={
        same.length > 0 && (
          <WideField>
            <Panel tone="attention">
              <Box role="status">{t('productForm.sameName', { languages })}</Box>
            </Panel>
          </WideField>
        )
      }
    />
  )
}

/** Labels and readable values of fields, for showing two admins' versions side by side. */
function useFieldLabels(stores: readonly FormStore[]) {
  const { t } = useTranslation()
  const supplierOptions = useSupplierOptions() ?? []
  const vatOptions = useVatOptions() ?? []
  const groupOptions = useGroupOptions({ withHidden: true }) ?? []
  const inStore = (field: string) => {
    const [, id, what] = /^stores\.(\d+)(?:\.(\w+))?$/.exec(field) ?? []
    const name = stores.find(store => String(store.store_id) === id)?.name ?? id ?? field
    if (what === undefined) return name
    return `${name}: ${t(what === 'offered' ? 'productForm.fields.offered' : 'productForm.fields.alarm_limit')}`
  }
  const getLabel = (field: string): string => {
    const text = TEXT_FIELDS.find(name => name === field)
    if (text) return t(`productForm.${text}`)
    return isFieldName(PRODUCT_FIELDS, field) ? t(`productForm.fields.${field}`) : inStore(field)
  }
  const formatValue = (field: string, value: string | boolean): string | undefined => {
    if (field === 'supplier_id') return findChosen(supplierOptions, value)
    if (field === 'vat_class_id') return findChosen(vatOptions, value)
    if (field === 'group_id') return findChosen(groupOptions, value)
    const isChoice = isFieldName(PRODUCT_FIELDS, field) && PRODUCT_FIELDS[field].kind === 'choice'
    return isChoice ? findLabel(`product.${field}`, value, t) : undefined
  }
  return { getLabel, formatValue }
}

import Button from '@mui/material/Button'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { RecordTrail } from '#web/back-office/administration/audit/record-trail.tsx'
import { RecordFormFrame } from '#web/kit/forms/record-form-frame.tsx'
import { TextFields } from '#web/kit/forms/text-fields.tsx'
import { ImageEditor } from '#web/back-office/catalogue/product-images/image-editor.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { CodeFields } from './code-fields.tsx'
import { DrawingField } from './drawing-field.tsx'
import { useFieldWords } from './field-words.ts'
import { PriceFields } from './price-fields.tsx'
import type { ProductDraft } from './product-draft.ts'
import { RemoveProduct } from './remove-product.tsx'
import { SaleFields } from './sale-fields.tsx'
import { type FormStore, StoreFields } from './store-fields.tsx'
import { useProductForm } from './use-product-form.ts'
import { VersionList } from './version-list.tsx'

interface ProductFormProps {
  title: string
  /** The initial values. */
  values: ProductDraft
  stores: readonly FormStore[]
  /** The edited product; without it a new one is created. */
  product?: AdminProduct
}

/** A product's form, with its actions and versions beside it. */
export function ProductForm({ title, values, stores, product }: ProductFormProps) {
  const { t } = useTranslation()
  const form = useProductForm({ values, product })
  const words = useFieldWords(stores)
  return (
    <RecordFormFrame
      title={title}
      form={form}
      {...words}
      record={product && { kind: 'product', id: product.id }}
      aside={
        product && (
          <Button variant="outlined" component={Link} to={`${PATHS.products}/${product.id}/copy`}>
            {t('productForm.copy')}
          </Button>
        )
      }
      side={
        product && (
          <>
            <ImageEditor productId={product.id} images={product.images} />
            <VersionList productId={product.id} />
            <RecordTrail kind="product" id={product.id} revision={product.revision} />
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

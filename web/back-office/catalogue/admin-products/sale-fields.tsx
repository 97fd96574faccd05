import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { FormSection } from '#web/kit/forms/form-section.tsx'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { CheckInput } from '#web/kit/ui/check-input.tsx'
import { SelectInput } from '#web/kit/ui/select-input.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import type { ProductFormControl } from './use-product-form.ts'

/** Whether and how a product is sold, and its supplier. */
export function SaleFields({ form }: { form: ProductFormControl }) {
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

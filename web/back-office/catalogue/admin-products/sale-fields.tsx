import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { SupplierInput } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { CheckInput } from '#web/kit/ui/inputs/check-input.tsx'
import { SelectInput, type SelectOption } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import type { ProductFormControl } from './use-product-form.ts'

/** Whether and how a product is sold, and its supplier. */
export function SaleFields({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('productForm.sale')} dense>
      <WideField onPhones>
        <CheckInput
          label={t('productForm.fields.enabled')}
          hint={t('productForm.enabledHint')}
          {...form.check('enabled')}
        />
      </WideField>
      <WideField onPhones>
        <CheckInput label={t('productForm.fields.perishable')} {...form.check('perishable')} />
      </WideField>
      <WideField onPhones>
        <SupplierInput
          label={t('productForm.fields.supplier_id')}
          required
          placeholder={t('productForm.choose')}
          {...form.field('supplier_id')}
        />
      </WideField>
      <GroupField form={form} />
      <TextInput
        label={t('productForm.fields.supplier_code')}
        maxLength={PRODUCT_FIELDS.supplier_code.maxLength}
        autoComplete="off"
        {...form.field('supplier_code')}
      />
      <TextInput
        label={t('productForm.fields.order_pack')}
        inputMode="decimal"
        autoComplete="off"
        hint={t('productForm.orderPackHint')}
        {...form.field('order_pack')}
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
        label={t('productForm.fields.min_age')}
        inputMode="numeric"
        autoComplete="off"
        hint={t('productForm.leastAgeHint')}
        {...form.field('min_age')}
      />
      <CheckInput label={t('productForm.fields.alcohol')} {...form.check('alcohol')} />
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

/** Nothing to choose from in a shop that uses no groups. */
function GroupField({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  const field = form.field('group_id')
  const options = useGroupOptions({ chosen: field.value }) ?? []
  if (options.length === 0) return null
  return (
    <WideField onPhones>
      <SelectInput
        label={t('productForm.fields.group_id')}
        options={options}
        placeholder={t('products.noGroup')}
        {...field}
      />
    </WideField>
  )
}

export const findChosen = (options: readonly SelectOption[], value: string | boolean) =>
  options.find(option => option.value === value)?.label

import Box from '@mui/material/Box'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { centsFromEuros } from '#domain/money.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { unitPriceOf } from '#domain/catalogue/unit-price.ts'
import { FormSection } from '#web/kit/forms/form-section.tsx'
import { formatMoney } from '#web/kit/ui/money-format.ts'
import { SelectInput } from '#web/kit/ui/select-input.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import { numberIn, type ProductDraft } from './product-draft.ts'
import { useVatOptions } from './queries.ts'
import { UnitField } from './unit-field.tsx'
import type { ProductFormControl } from './use-product-form.ts'

const NOTHING_YET = '–'

/** The unit price of the typed values, as shown on the shelf; undefined for goods without one. */
function unitPriceText(draft: ProductDraft): string | undefined {
  const priceCents = centsFromEuros(numberIn(draft.price) ?? Number.NaN)
  const depositCents = centsFromEuros(numberIn(draft.deposit) ?? 0)
  if (priceCents === undefined || depositCents === undefined) return NOTHING_YET
  const contentThousandths = thousandthsFromQuantity(numberIn(draft.content_quantity) ?? Number.NaN) ?? null
  // A package without content has no unit price; the field shows the problem.
  if (contentThousandths !== null && contentThousandths <= 0) return NOTHING_YET
  const contentUnit = draft.content_unit || null
  const found = unitPriceOf({ priceCents, depositCents, unit: draft.unit.trim(), contentThousandths, contentUnit })
  return found && `${formatMoney(found.cents)}/${found.unit}`
}

/** The price, and the price per kilogram or litre. */
export function PriceFields({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  const vatOptions = useVatOptions() ?? []
  return (
    <FormSection title={t('productForm.pricing')}>
      <TextInput
        label={t('productForm.fields.price')}
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.field('price')}
      />
      <SelectInput
        label={t('productForm.fields.vat_class_id')}
        required
        options={vatOptions}
        placeholder={t('productForm.choose')}
        {...form.field('vat_class_id')}
      />
      <TextInput
        label={t('productForm.fields.deposit')}
        inputMode="decimal"
        autoComplete="off"
        hint={t('productForm.depositHint')}
        {...form.field('deposit')}
      />
      <UnitField form={form} />
      <TextInput
        label={t('productForm.fields.content_quantity')}
        inputMode="decimal"
        autoComplete="off"
        hint={t('productForm.contentHint')}
        {...form.field('content_quantity')}
      />
      <SelectInput
        label={t('productForm.fields.content_unit')}
        placeholder={t('productForm.none')}
        options={[
          { value: 'kg', label: t('productForm.kg') },
          { value: 'l', label: t('productForm.l') },
        ]}
        {...form.field('content_unit')}
      />
      <Box role="status" sx={{ gridColumn: '1 / -1', display: 'flex', gap: 1, flexWrap: 'wrap' }}>
        {t('productForm.unitPrice')}:
        <Box component="strong" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {unitPriceText(form.values) ?? t('productForm.noUnitPrice')}
        </Box>
      </Box>
    </FormSection>
  )
}

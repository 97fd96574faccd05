import Box from '@mui/material/Box'
import { useState } from 'react'
import { isLabelled } from '#domain/catalogue/product-types.ts'
import { getUnitPrice } from '#domain/catalogue/unit-price.ts'
import { centsFromEuros } from '#domain/money.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { FormSection, WideField } from '#web/kit/forms/form-section.tsx'
import { numberIn } from '#web/kit/forms/record-fields.ts'
import { TRANSLATED_UNITS, unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { SelectInput } from '#web/kit/ui/inputs/select-input.tsx'
import { TextInput } from '#web/kit/ui/inputs/text-input.tsx'
import { formatMoney } from '#web/kit/ui/money.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { useVatOptions } from './queries.ts'
import type { ProductFormValues, ProductFormControl } from './use-product-form.ts'

const NOTHING_YET = '–'

/** The unit price of the typed values, as shown on the shelf; undefined for goods without one. */
function unitPriceText(draft: ProductFormValues): string | undefined {
  const priceCents = centsFromEuros(numberIn(draft.price) ?? Number.NaN)
  const depositCents = centsFromEuros(numberIn(draft.deposit) ?? 0)
  if (priceCents === undefined || depositCents === undefined) return NOTHING_YET
  const contentThousandths = thousandthsFromQuantity(numberIn(draft.content_quantity) ?? Number.NaN) ?? null
  // A package without content has no unit price; the field shows the problem.
  if (contentThousandths !== null && contentThousandths <= 0) return NOTHING_YET
  const contentUnit = draft.content_unit || null
  const found = getUnitPrice({ priceCents, depositCents, unit: draft.unit.trim(), contentThousandths, contentUnit })
  return found && `${formatMoney(found.cents)}/${found.unit}`
}

/** The price, and the price per kilogram or litre. */
export function PriceFields({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  const vatOptions = useVatOptions() ?? []
  return (
    <FormSection title={t('productForm.pricing')} dense>
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
      {/* A new way of selling may bring another unit along, which may be a usual one or a custom word. */}
      <UnitField key={form.values.product_code_type} form={form} />
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

const CONTENT_UNITS: readonly string[] = [...TRANSLATED_UNITS, 'kg', 'l']
const OTHER_UNIT = 'other'

/** The unit that a product is sold by: a usual one, or a custom word. */
function UnitField({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  const { unit } = form.values
  const [isOwn, setOwn] = useState(!CONTENT_UNITS.includes(unit))
  const field = form.field('unit')
  const isOther = isOwn || !CONTENT_UNITS.includes(unit)
  const options = CONTENT_UNITS.map(value => {
    const word = unitText(value, t)
    return { value, label: word === value ? value : `${value} (${word})` }
  })
  const isByLabel = isLabelled(form.values.product_code_type)
  if (isByLabel && unit === 'kg') {
    return (
      <SelectInput
        {...field}
        label={t('productForm.fields.unit')}
        required
        options={[{ value: unit, label: unit }]}
        hint={t('productForm.labelUnitHint')}
      />
    )
  }
  return (
    <>
      <SelectInput
        {...field}
        label={t('productForm.fields.unit')}
        required
        value={isOther ? OTHER_UNIT : unit}
        options={[...options, { value: OTHER_UNIT, label: t('productForm.otherUnit') }]}
        error={isOther ? undefined : field.error}
        onChange={value => {
          setOwn(value === OTHER_UNIT)
          form.set('unit', value === OTHER_UNIT ? '' : value)
        }}
        {...(isOther && { name: 'unit-list' })}
      />
      {isOther && <TextInput {...field} label={t('productForm.fields.ownUnit')} required autoComplete="off" />}
      {isByLabel && (
        <WideField>
          <Panel tone="attention">
            <Box role="status">{t('productForm.labelUnitWarning')}</Box>
          </Panel>
        </WideField>
      )}
    </>
  )
}

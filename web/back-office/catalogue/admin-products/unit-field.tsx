import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { TRANSLATED_UNITS, unitText } from '#web/shop/catalogue/products/unit-text.ts'
import { SelectInput } from '#web/kit/ui/select-input.tsx'
import { TextInput } from '#web/kit/ui/text-input.tsx'
import type { ProductFormControl } from './use-product-form.ts'

const UNITS: readonly string[] = [...TRANSLATED_UNITS, 'kg', 'l']
const OTHER = 'other'

/** The unit that a product is sold by: a usual one, or a custom word. */
export function UnitField({ form }: { form: ProductFormControl }) {
  const { t } = useTranslation()
  const { unit } = form.values
  const [isOwn, setOwn] = useState(!UNITS.includes(unit))
  const field = form.field('unit')
  const isOther = isOwn || !UNITS.includes(unit)
  const options = UNITS.map(value => {
    const word = unitText(value, t)
    return { value, label: word === value ? value : `${value} (${word})` }
  })
  return (
    <>
      <SelectInput
        {...field}
        label={t('productForm.fields.unit')}
        required
        value={isOther ? OTHER : unit}
        options={[...options, { value: OTHER, label: t('productForm.otherUnit') }]}
        error={isOther ? undefined : field.error}
        onChange={value => {
          setOwn(value === OTHER)
          form.set('unit', value === OTHER ? '' : value)
        }}
        {...(isOther && { name: 'unit-list' })}
      />
      {isOther && <TextInput {...field} label={t('productForm.fields.ownUnit')} required autoComplete="off" />}
    </>
  )
}

import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { TEXT_FIELDS } from '#web/kit/forms/texts.ts'
import type { SelectOption } from '#web/kit/ui/select-input.tsx'
import { CODE_TYPES } from './code-fields.tsx'
import { useSupplierOptions } from '#web/back-office/catalogue/suppliers/queries.ts'
import { useVatOptions } from './queries.ts'
import type { FormStore } from './store-fields.tsx'

/** The fields whose labels are the texts productForm.fields.<name>. */
export const LABELLED = [
  'price',
  'deposit',
  'vat_class_id',
  'unit',
  'content_quantity',
  'content_unit',
  'product_code_type',
  'ean13',
  'product_code',
  'prefix',
  'eanCase',
  'units_per_case',
  'enabled',
  'product_type',
  'supplier_id',
  'perishable',
  'least_age',
  'sort_order',
  'alarm_limit',
  'drawing',
] as const

const chosen = (options: readonly SelectOption[], value: string | boolean) =>
  options.find(option => option.value === value)?.label

/** Labels and readable values of fields, for showing two admins' versions side by side. */
export function useFieldWords(stores: readonly FormStore[]) {
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
    const known = LABELLED.find(name => name === field)
    return known ? t(`productForm.fields.${known}`) : inStore(field)
  }
  const show = (field: string, value: string | boolean): string | undefined => {
    if (field === 'supplier_id') return chosen(supplierOptions, value)
    if (field === 'vat_class_id') return chosen(vatOptions, value)
    if (field === 'product_type') return t(value === 'preorder' ? 'products.types.preorder' : 'products.types.standard')
    const type = field === 'product_code_type' && CODE_TYPES.find(each => each === value)
    if (type) return t(`products.codeTypes.${type}`)
    const drawing = field === 'drawing' && DRAWINGS.find(each => each === value)
    return drawing ? t(`drawings.${drawing}`) : undefined
  }
  return { labelOf, show }
}

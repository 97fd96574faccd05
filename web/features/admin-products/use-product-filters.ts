import { useTranslation } from 'react-i18next'
import { useStoreChoices } from '#web/features/admin-stores/queries.ts'
import type { ListFilter } from '#web/features/lists/list-types.ts'
import { CODE_TYPES } from './code-fields.tsx'
import { useSupplierOptions, useVatOptions } from './queries.ts'

/** What the list of products can be narrowed by. */
export function useProductFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const suppliers = useSupplierOptions() ?? []
  const vatClasses = useVatOptions() ?? []
  const storeList = useStoreChoices() ?? []
  return [
    {
      name: 'offered_in',
      label: t('products.store'),
      options: storeList.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    {
      name: 'enabled',
      label: t('products.status'),
      options: [
        { value: 'true', label: t('products.enabled') },
        { value: 'false', label: t('products.disabled') },
      ],
    },
    { name: 'supplier_id', label: t('products.supplier'), options: suppliers },
    {
      name: 'product_type',
      label: t('products.type'),
      options: [
        { value: 'standard', label: t('products.types.standard') },
        { value: 'preorder', label: t('products.types.preorder') },
      ],
    },
    {
      name: 'product_code_type',
      label: t('products.codeType'),
      options: CODE_TYPES.map(value => ({ value, label: t(`products.codeTypes.${value}`) })),
    },
    { name: 'vat_class_id', label: t('products.vatClass'), options: vatClasses },
  ]
}

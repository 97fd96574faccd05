import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListFilter } from '#web/kit/lists/list-types.ts'
import { LEVELS, levelText } from '#web/back-office/stock/stock-work/level-pill.tsx'
import { CODE_TYPES } from './code-fields.tsx'
import { useSupplierFilter } from '#web/back-office/catalogue/suppliers/use-supplier-filter.tsx'
import { useVatOptions } from './queries.ts'
import { useShownStore } from './use-shown-store.ts'

/** Filters by the stock and the offer of one store. */
function useInStoreFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const { usual, stores } = useShownStore()
  const alongWith = usual && { store: String(usual.id) }
  return [
    {
      name: 'store',
      label: t('products.store'),
      options: stores.map(({ id, name }) => ({ value: String(id), label: name })),
      usual: alongWith?.store,
    },
    {
      name: 'level',
      label: t('products.stockThere'),
      options: LEVELS.map(level => ({ value: level, label: levelText(level, t) })),
      ...(alongWith && { alongWith }),
    },
    {
      name: 'offered',
      label: t('products.saleThere'),
      options: [
        { value: 'true', label: t('products.offeredHere') },
        { value: 'false', label: t('products.notOfferedHere') },
      ],
      ...(alongWith && { alongWith }),
    },
  ]
}

/** The filters of the product list. */
export function useProductFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const supplier = useSupplierFilter(t('products.supplier'))
  const vatClasses = useVatOptions() ?? []
  const inStore = useInStoreFilters()
  return [
    ...inStore,
    {
      name: 'enabled',
      label: t('products.status'),
      options: [
        { value: 'true', label: t('products.enabled') },
        { value: 'false', label: t('products.disabled') },
      ],
    },
    supplier,
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

import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { PLANNED_PRICES } from '#domain/catalogue/price-plan.ts'
import { LABEL_STATES } from '#domain/catalogue/printed-shelf-label.ts'
import { PRODUCT_CODE_TYPES } from '#domain/catalogue/product-types.ts'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { useSupplierFilter } from '#web/back-office/catalogue/suppliers/supplier-input.tsx'
import { STOCK_LEVELS, levelText } from '#web/back-office/kit/level-pill.tsx'
import type { StockStore } from '#web/back-office/kit/store-choices.ts'
import { useStoreChoices } from '#web/back-office/kit/store-choices.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListFilter } from '#web/kit/lists/list-types.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { useVatOptions } from './queries.ts'

/** Filters by the stock and the offer of one store. */
function useInStoreFilters(): readonly ListFilter[] {
  const { t } = useTranslation()
  const { usual, stores } = useSelectedStore()
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
      options: STOCK_LEVELS.map(level => ({ value: level, label: levelText(level, t) })),
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
  const groups = useGroupOptions({ withHidden: true }) ?? []
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
    {
      name: 'prices',
      label: t('products.prices'),
      options: PLANNED_PRICES.map(value => ({ value, label: t(`products.plannedPrices.${value}`) })),
    },
    {
      name: 'shelf_label',
      label: t('products.shelfLabel'),
      options: LABEL_STATES.map(value => ({ value, label: t(`products.shelfLabels.${value}`) })),
    },
    supplier,
    ...(groups.length > 0
      ? [
          {
            name: 'group_id',
            label: t('products.group'),
            options: [...groups, { value: '0', label: t('products.noGroup') }],
          },
        ]
      : []),
    {
      name: 'product_type',
      label: t('products.type'),
      options: [
        { value: 'standard', label: t('products.types.standard') },
        { value: 'preorder', label: t('products.types.preorder') },
      ],
    },
    { name: 'food_missing', label: t('products.food'), options: onlyOption(t('products.foodMissing')) },
    { name: 'piece_code_as_case', label: t('products.codes'), options: onlyOption(t('products.pieceCodeAsCase')) },
    {
      name: 'product_code_type',
      label: t('products.codeType'),
      options: PRODUCT_CODE_TYPES.map(value => ({ value, label: t(`products.codeTypes.${value}`) })),
    },
    { name: 'vat_class_id', label: t('products.vatClass'), options: vatClasses },
  ]
}

/** The options of a filter that is on or absent. */
const onlyOption = (label: string) => [{ value: 'true', label }]

/** The store whose stock the product list shows: from the address, else the admin's active store, else the first. */
export function useSelectedStore(): {
  usual: StockStore | undefined
  selected: StockStore | undefined
  stores: readonly StockStore[]
} {
  const { activeStoreId } = useUser()
  const stores = useStoreChoices(adminProducts.list) ?? []
  const [params] = useSearchParams()
  const usual = stores.find(({ id }) => id === activeStoreId) ?? stores[0]
  const requestedId = Number(params.get('store') ?? usual?.id)
  return { usual, selected: stores.find(({ id }) => id === requestedId), stores }
}

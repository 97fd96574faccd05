import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import type { ListFilter } from '#web/kit/lists/list-types.ts'
import { useSearchParams } from '#web/kit/shell/link.tsx'
import { useSupplierOptions, SupplierInput } from './supplier-input.tsx'

/** Filters a list by one of any number of suppliers. */
export function useSupplierFilter(label: string): ListFilter {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const options = useSupplierOptions(params.get('supplier_id') ?? '') ?? []
  return {
    name: 'supplier_id',
    label,
    options,
    input: field => <SupplierInput label={label} placeholder={t('lists.any')} {...field} />,
  }
}

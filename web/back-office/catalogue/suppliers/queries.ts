import { useQuery } from '@tanstack/react-query'
import { type Supplier, suppliers } from '#contract/catalogue/suppliers.ts'
import { LARGEST_PAGE } from '#contract/lists.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import type { SelectOption } from '#web/kit/ui/inputs/select-input.tsx'

/** The first suppliers by name, plus the chosen one, as options. Undefined until loaded. */
export function useSupplierOptions(chosen = ''): readonly SelectOption[] | undefined {
  const query = { size: LARGEST_PAGE, sort: 'name' }
  const { data } = useQuery({ ...queryOf(suppliers.list, { query }), meta: { showsOwnError: true } })
  const isAmong = data?.items.some(({ id }) => String(id) === chosen) ?? false
  const { supplier: other } = useSupplier(data && !isAmong ? chosen : '')
  return data && [...data.items, ...(other ? [other] : [])].map(({ id, name }) => ({ value: String(id), label: name }))
}

/** One supplier by the id in a field; none for an empty id. */
export function useSupplier(id: string): { supplier: Supplier | undefined; isAwaited: boolean } {
  const isNumber = /^[1-9]\d*$/.test(id)
  const { data, isLoading } = useQuery({
    ...queryOf(suppliers.read, { params: { id: Number(id) } }),
    enabled: isNumber,
    meta: { showsOwnError: true },
  })
  return { supplier: isNumber ? data : undefined, isAwaited: isLoading }
}

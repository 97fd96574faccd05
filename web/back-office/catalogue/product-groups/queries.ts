import { useQuery } from '@tanstack/react-query'
import { productGroups } from '#contract/catalogue/product-groups.ts'
import { MAX_PAGE_SIZE } from '#contract/lists.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import type { SelectOption } from '#web/kit/ui/inputs/select-input.tsx'

/** The groups in their order as options; a hidden one only where it is chosen, or with `withHidden`. Undefined until loaded. */
export function useGroupOptions({ chosen = '', withHidden = false } = {}): readonly SelectOption[] | undefined {
  const query = { size: MAX_PAGE_SIZE, sort: 'sort_order' }
  const { data } = useQuery({ ...queryFor(productGroups.list, { query }), meta: { handlesOwnError: true } })
  return data?.items
    .filter(({ id, hidden }) => withHidden || !hidden || String(id) === chosen)
    .map(({ id, name }) => ({ value: String(id), label: name }))
}

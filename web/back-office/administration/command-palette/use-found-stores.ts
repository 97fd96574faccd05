import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { queryOf } from '#web/kit/api/query-of.ts'
import { PATHS } from '#web/kit/paths.ts'
import type { PaletteGroup } from './use-palette-groups.ts'

const AT_MOST = 5

/** The stores whose names or addresses match the words; an empty text sends no request. */
export function useFoundStores(q: string) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const enabled = q !== ''
  const { data, isFetching, isError } = useQuery({
    ...queryOf(adminStores.list, { query: { q, size: AT_MOST } }),
    enabled,
    placeholderData: keepPreviousData,
    meta: { isBackground: true },
  })
  const entries = (enabled ? (data?.items ?? []) : []).map(({ id, name, address }) => ({
    id: `store-${id}`,
    label: name,
    detail: address,
    act: () => void navigate(`${PATHS.stores}/${id}/edit`),
  }))
  const group: PaletteGroup = { label: t('links./stores'), entries }
  return { group, isFetching: enabled && isFetching, isError: enabled && isError }
}

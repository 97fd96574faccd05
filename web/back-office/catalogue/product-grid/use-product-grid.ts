import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminProducts } from '#contract/catalogue/admin-products.ts'
import { type GridDone, productGrid } from '#contract/catalogue/product-grid.ts'
import type { CellContext, GridColumn } from '#domain/catalogue/grid/grid-cells.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { useProductFilters, useSelectedStore } from '#web/back-office/catalogue/admin-products/product-filters.ts'
import { useVatOptions } from '#web/back-office/catalogue/admin-products/queries.ts'
import { useUndoChange } from '#web/back-office/catalogue/bulk-changes/earlier-changes.tsx'
import { useGridEdits } from '#web/back-office/catalogue/bulk-changes/grid-draft.ts'
import { useGroupOptions } from '#web/back-office/catalogue/product-groups/queries.ts'
import { todayAt } from '#web/back-office/kit/days.ts'
import { queryFor } from '#web/kit/api/query-for.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { toQuery } from '#web/kit/lists/filter-button.tsx'
import { useListState } from '#web/kit/lists/use-list-state.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { columnsFor, serverProblemText } from './grid-texts.ts'

/** The products, the columns and the changes of the grid. */
export function useProductGrid() {
  const user = useUser()
  const filters = useProductFilters()
  const { selected } = useSelectedStore()
  const [params] = useSearchParams()
  const state = useListState(filters.map(({ name }) => name))
  const ids = params.get('ids')
  const query = { ...toQuery(state.query, filters), ...(ids && { ids }) }
  const { data, error } = useQuery({ ...queryFor(productGrid.rows, { query }), meta: { handlesOwnError: true } })
  const [today] = useState(() => todayAt())
  const [days, setDays] = useState({ from_day: plusDays(today, 1), until_day: plusDays(today, 7) })
  const context = useCellContext(today, days)
  const products = data?.rows ?? []
  const columns = columnsFor(selected !== undefined)
  return {
    state,
    filters,
    data,
    error,
    products,
    columns,
    context,
    days,
    setDays,
    storeId: selected?.id,
    ...useGridEdits(user.id),
  }
}

/** What cells are written and read with; undefined until loaded. */
function useCellContext(today: string, campaignDays: CellContext['campaignDays']): CellContext | undefined {
  const { t } = useTranslation()
  const groups = useGroupOptions({ withHidden: true })
  const labels = useVatOptions()
  const { data: classes } = useQuery(queryFor(adminProducts.vatClasses))
  if (!groups || !labels || !classes) return undefined
  return {
    groups: groups.map(({ value, label }) => ({ id: Number(value), name: label })),
    vatClasses: classes.map(({ id, name, vat }) => ({
      id,
      name: labels.find(({ value }) => value === String(id))?.label ?? name,
      basisPoints: vat === null ? null : Math.round(vat * 100),
    })),
    yes: t('productGrid.yes'),
    no: t('productGrid.no'),
    today,
    campaignDays,
  }
}

type ServerProblems = ReadonlyMap<number, ReadonlyMap<GridColumn, string>>

/** Keeps what couldn't be saved in the grid, with its problems, and offers to undo the rest. */
export function useSaved(dispatch: ReturnType<typeof useGridEdits>['dispatch'], onClose: () => void) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { undo } = useUndoChange()
  const [problems, setProblems] = useState<ServerProblems>(new Map())
  const onDone = ({ id, rows }: GridDone) => {
    const saved = rows.filter(({ outcome }) => outcome === 'changed' || outcome === 'same')
    const invalid = rows.filter(({ outcome }) => outcome === 'invalid')
    dispatch({ type: 'saved', ids: saved.map(({ product_id }) => product_id) })
    setProblems(
      new Map(
        invalid.map(row => [
          row.product_id,
          new Map(
            row.problems.flatMap(({ field, problem }) =>
              field === 'product' ? [] : [[field, serverProblemText(problem, t)] as const],
            ),
          ),
        ]),
      ),
    )
    const count = rows.filter(({ outcome }) => outcome === 'changed').length
    const action =
      id === null ? undefined : { label: t('common.undo'), onAct: () => void undo(id, { kind: 'grid', fields: [] }) }
    notify({
      id: `bulk-changed-${id}`,
      severity: 'success',
      text: t('bulkEdit.changed', { count }),
      ...(action && { action }),
    })
    onClose()
  }
  return { problems, onDone }
}

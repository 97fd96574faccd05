import { useState } from 'react'
import type { Selection } from './list-types.ts'

const NONE: ReadonlySet<number> = new Set()

/** The selected rows. A change of the search or the filters clears the selection. */
export function useSelection(query: Readonly<Record<string, string>>, total: number) {
  const key = JSON.stringify(query)
  const [state, setState] = useState({ key, ids: NONE, isAll: false })
  const { ids, isAll } = state.key === key ? state : { ids: NONE, isAll: false }
  const pick = (next: ReadonlySet<number>) => setState({ key, ids: next, isAll: false })
  const selection: Selection | undefined = isAll
    ? { kind: 'all', query, total }
    : ids.size > 0
      ? { kind: 'rows', ids: [...ids] }
      : undefined
  return {
    selection,
    isAll,
    count: isAll ? total : ids.size,
    has: (id: number) => isAll || ids.has(id),
    toggle: (id: number) => {
      const next = new Set(ids)
      if (!next.delete(id)) next.add(id)
      pick(next)
    },
    togglePage: (page: readonly number[]) => {
      const isWhole = page.every(id => ids.has(id))
      pick(new Set(isWhole ? [...ids].filter(id => !page.includes(id)) : [...ids, ...page]))
    },
    pickAll: () => setState({ key, ids: NONE, isAll: true }),
    clear: () => pick(NONE),
  }
}

export type Picking = ReturnType<typeof useSelection>

import { useMemo } from 'react'
import { useSearchParams } from '#web/kit/shell/link.tsx'

type Changes = Readonly<Record<string, string | undefined>>

export type ListState = {
  q: string
  sort: string | undefined
  page: number
  /** Chosen filters by name. */
  filters: Readonly<Record<string, string>>
  /** The optional columns that are shown; undefined: the default ones. */
  columns: readonly string[] | undefined
  /** The query of the list's endpoint, without the page. */
  query: Readonly<Record<string, string>>
  /** Changes the parameters of the address; a change of anything but the page returns to the first page. */
  change: (changes: Changes, options?: { replace?: boolean }) => void
}

/**
 * The address contains the state of a list, so that a reload, a link and Back restore it. Other parameters stay unchanged.
 * `filterNames` are the contract's.
 */
export function useListState(filterNames: readonly string[]): ListState {
  const [params, setParams] = useSearchParams()
  const names = filterNames.join(' ')
  return useMemo(() => {
    const read = (name: string) => params.get(name) ?? undefined
    const filters = Object.fromEntries(
      names.split(' ').flatMap(name => (params.get(name) ? [[name, params.get(name) ?? '']] : [])),
    )
    const [q, sort] = [read('q') ?? '', read('sort')]
    const change: ListState['change'] = (changes, { replace = false } = {}) =>
      setParams(
        current => {
          const next = new URLSearchParams(current)
          for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
            if (value === undefined || value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace },
      )
    const page = Math.max(1, Math.trunc(Number(read('page') ?? 1)) || 1)
    const query = { ...filters, ...(q && { q }), ...(sort && { sort }) }
    return { q, sort, page, filters, columns: read('columns')?.split(','), query, change }
  }, [params, setParams, names])
}

import { useMemo } from 'react'
import { readStored, writeStored } from '#web/kit/api/browser-storage.ts'
import { useSearchParams } from '#web/kit/shell/search-params.ts'

/** How many rows a page may have. */
export const PAGE_SIZES = [50, 100, 200] as const
export type PageSize = (typeof PAGE_SIZES)[number]

const SIZE_KEY = 'puoti-list-size'
const toSize = (text: string | null): PageSize | undefined => PAGE_SIZES.find(size => String(size) === text)

/** Lists open with it from now on, on this device. */
export const storeSize = (size: PageSize): boolean => writeStored(SIZE_KEY, String(size))

const DENSITY_KEY = 'puoti-list-density'
const COMPACT_VALUE = 'compact'

/** Whether tables have low rows, as it was last chosen on this device. */
export const isStoredCompact = (): boolean => readStored(DENSITY_KEY) === COMPACT_VALUE

export const storeCompact = (isCompact: boolean): boolean => writeStored(DENSITY_KEY, isCompact ? COMPACT_VALUE : '')

type QueryChanges = Readonly<Record<string, string | undefined>>

export type ListState = {
  q: string
  sort: string | undefined
  page: number
  /** From the address, else as it was last chosen on this device. */
  size: PageSize
  /** Chosen filters by name. */
  filters: Readonly<Record<string, string>>
  /** The optional columns that are shown; undefined: the default ones. */
  columns: readonly string[] | undefined
  /** The query of the list's endpoint, without the page and its size. */
  query: Readonly<Record<string, string>>
  /** Changes the parameters of the address; a change of anything but the page returns to the first page. */
  change: (changes: QueryChanges, options?: { replace?: boolean }) => void
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
    const size = toSize(params.get('size')) ?? toSize(readStored(SIZE_KEY)) ?? PAGE_SIZES[0]
    const query = { ...filters, ...(q && { q }), ...(sort && { sort }) }
    return { q, sort, page, size, filters, columns: read('columns')?.split(','), query, change }
  }, [params, setParams, names])
}

const sortQuery = (query: URLSearchParams): string => {
  query.sort()
  return query.toString()
}

/** The state of a list that a view saves: its search, filters, sort and columns, in an order that equal views share. */
export const toViewQuery = ({ query, columns }: Pick<ListState, 'query' | 'columns'>): string =>
  sortQuery(new URLSearchParams({ ...query, ...(columns && { columns: columns.join(',') }) }))

export const isSameView = (one: string, other: string): boolean =>
  sortQuery(new URLSearchParams(one)) === sortQuery(new URLSearchParams(other))

/** Clears the query of a list; the shown columns stay. */
export const withoutDefaults = ({ query }: Pick<ListState, 'query'>): QueryChanges =>
  Object.fromEntries(Object.keys(query).map(name => [name, undefined]))

/** The changes of the address for a view: sets its parameters and clears the list's current ones. */
export const changesTo = (view: string, state: Pick<ListState, 'query'>): QueryChanges => ({
  ...withoutDefaults(state),
  columns: undefined,
  ...Object.fromEntries(new URLSearchParams(view)),
})

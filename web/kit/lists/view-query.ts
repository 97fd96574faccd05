import type { ListState } from './use-list-state.ts'

type Changes = Readonly<Record<string, string | undefined>>

const sorted = (query: URLSearchParams): string => {
  query.sort()
  return query.toString()
}

/** The state of a list that a view saves: its search, filters, sort and columns, in an order that equal views share. */
export const viewQueryOf = ({ query, columns }: Pick<ListState, 'query' | 'columns'>): string =>
  sorted(new URLSearchParams({ ...query, ...(columns && { columns: columns.join(',') }) }))

export const isSameView = (one: string, other: string): boolean =>
  sorted(new URLSearchParams(one)) === sorted(new URLSearchParams(other))

/** Clears the query of a list; the shown columns stay. */
export const unsaid = ({ query }: Pick<ListState, 'query'>): Changes =>
  Object.fromEntries(Object.keys(query).map(name => [name, undefined]))

/** The changes of the address for a view: sets its parameters and clears the list's current ones. */
export const changesTo = (view: string, state: Pick<ListState, 'query'>): Changes => ({
  ...unsaid(state),
  columns: undefined,
  ...Object.fromEntries(new URLSearchParams(view)),
})

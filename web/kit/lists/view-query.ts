import type { ListState } from './use-list-state.ts'

type Changes = Readonly<Record<string, string | undefined>>

const sorted = (query: URLSearchParams): string => {
  query.sort()
  return query.toString()
}

/** What a view keeps of a list: its words, filters, sort and columns, in an order that two of the same have. */
export const viewQueryOf = ({ query, columns }: Pick<ListState, 'query' | 'columns'>): string =>
  sorted(new URLSearchParams({ ...query, ...(columns && { columns: columns.join(',') }) }))

export const isSameView = (one: string, other: string): boolean =>
  sorted(new URLSearchParams(one)) === sorted(new URLSearchParams(other))

/** Takes off whatever a list is asked; which columns it shows stays. */
export const unsaid = ({ query }: Pick<ListState, 'query'>): Changes =>
  Object.fromEntries(Object.keys(query).map(name => [name, undefined]))

/** What the address has to say for a view: its own words, and none of those that the list has now. */
export const changesTo = (view: string, state: Pick<ListState, 'query'>): Changes => ({
  ...unsaid(state),
  columns: undefined,
  ...Object.fromEntries(new URLSearchParams(view)),
})

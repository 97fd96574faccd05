import type { ListFilter } from './list-types.ts'

type Chosen = Readonly<Record<string, string>>
type Changes = Readonly<Record<string, string | undefined>>

/** The changes for choosing a value: a filter that is meaningless without another one sets that one too. */
export function choosing({ name, alongWith = {} }: ListFilter, value: string, chosen: Chosen): Changes {
  const missing = Object.entries(alongWith).filter(([other]) => chosen[other] === undefined)
  return { ...(value !== '' && Object.fromEntries(missing)), [name]: value }
}

/** The changes for removing a filter: filters that are meaningless without it are removed too. */
export const takingOff = (name: string, filters: readonly ListFilter[]): Changes =>
  Object.fromEntries(
    filters
      .filter(filter => filter.name === name || filter.alongWith?.[name] !== undefined)
      .map(filter => [filter.name, undefined]),
  )

/** The query of the list: the address's parameters, and the default of each filter that the address omits. */
export const askedOf = (query: Chosen, filters: readonly ListFilter[]): Chosen => ({
  ...Object.fromEntries(filters.flatMap(({ name, usual }) => (usual === undefined ? [] : [[name, usual]]))),
  ...query,
})

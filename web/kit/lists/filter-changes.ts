import type { ListFilter } from './list-types.ts'

type Chosen = Readonly<Record<string, string>>
type Changes = Readonly<Record<string, string | undefined>>

/** What choosing a value changes: a filter that means nothing without another brings that one along. */
export function choosing({ name, alongWith = {} }: ListFilter, value: string, chosen: Chosen): Changes {
  const missing = Object.entries(alongWith).filter(([other]) => chosen[other] === undefined)
  return { ...(value !== '' && Object.fromEntries(missing)), [name]: value }
}

/** What taking a filter off changes: those that mean nothing without it go too. */
export const takingOff = (name: string, filters: readonly ListFilter[]): Changes =>
  Object.fromEntries(
    filters
      .filter(filter => filter.name === name || filter.alongWith?.[name] !== undefined)
      .map(filter => [filter.name, undefined]),
  )

/** What the list is asked: what the address says, and the usual value of each filter that it leaves open. */
export const askedOf = (query: Chosen, filters: readonly ListFilter[]): Chosen => ({
  ...Object.fromEntries(filters.flatMap(({ name, usual }) => (usual === undefined ? [] : [[name, usual]]))),
  ...query,
})

/** What stands in a search field, and what the address says of it so far. */
export type SearchText = {
  text: string
  /** What the address last said. */
  known: string
  /** Put into the address, the oldest first, and not yet come back from it: meanwhile more may have been typed. */
  onTheWay: readonly string[]
}

export const searchTextOf = (value: string): SearchText => ({ text: value, known: value, onTheWay: [] })

/** What the address ought to say next; undefined when it does, or soon will. */
export function valueToPut({ text, known, onTheWay }: SearchText): string | undefined {
  const value = text.trim()
  return value === (onTheWay.at(-1) ?? known) ? undefined : value
}

export const put = (search: SearchText, value: string): SearchText => ({
  ...search,
  onTheWay: [...search.onTheWay, value],
})

/** The address says something. The field follows Back and chips, but not the late echo of what was typed into it. */
export function arrived(search: SearchText, value: string): SearchText {
  if (value === search.known) return search
  const place = search.onTheWay.indexOf(value)
  if (place >= 0) return { ...search, known: value, onTheWay: search.onTheWay.slice(place + 1) }
  return { ...searchTextOf(value), ...(search.text.trim() === value && { text: search.text }) }
}

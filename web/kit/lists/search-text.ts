/** The text in a search field, and its state in the address. */
export type SearchText = {
  text: string
  /** The last value read from the address. */
  known: string
  /** Values written to the address, oldest first, and not yet read back from it: meanwhile more may have been typed. */
  onTheWay: readonly string[]
}

export const searchTextOf = (value: string): SearchText => ({ text: value, known: value, onTheWay: [] })

/** The value to write to the address next; undefined when the address has it, or soon will. */
export function valueToPut({ text, known, onTheWay }: SearchText): string | undefined {
  const value = text.trim()
  return value === (onTheWay.at(-1) ?? known) ? undefined : value
}

export const put = (search: SearchText, value: string): SearchText => ({
  ...search,
  onTheWay: [...search.onTheWay, value],
})

/** Handles a new value of the address. The field follows Back and chips, but not the late echo of its own text. */
export function arrived(search: SearchText, value: string): SearchText {
  if (value === search.known) return search
  const place = search.onTheWay.indexOf(value)
  if (place >= 0) return { ...search, known: value, onTheWay: search.onTheWay.slice(place + 1) }
  return { ...searchTextOf(value), ...(search.text.trim() === value && { text: search.text }) }
}

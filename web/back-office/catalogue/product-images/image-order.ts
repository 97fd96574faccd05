/** A copy of the list with one item moved. */
export function moved<T>(all: readonly T[], from: number, to: number): T[] {
  const rest = all.toSpliced(from, 1)
  return from in all ? rest.toSpliced(to, 0, ...all.slice(from, from + 1)) : rest
}

/** The server's response in the order that the reader currently sees; items new to the reader come last. */
export function inShownOrder<T extends { id: number }>(answered: readonly T[], shown: readonly { id: number }[]): T[] {
  const places = new Map(shown.map(({ id }, place) => [id, place]))
  return answered.toSorted((a, b) => (places.get(a.id) ?? Infinity) - (places.get(b.id) ?? Infinity) || 0)
}

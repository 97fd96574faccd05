/** The ids that the database assigned, by the keys of the data. */
export type Ids<Key extends string> = { keys: readonly Key[]; getId: (key: Key) => number }

/** Pairs keyed data with its inserted rows by a text that is unique in both: rows may be returned in any order. */
export function idsByText<Key extends string>(
  data: readonly { key: Key; text: string }[],
  rows: readonly { id: number; text: string }[],
): Ids<Key> {
  const idOfText = new Map(rows.map(row => [row.text, row.id]))
  const ids = new Map(data.map(({ key, text }) => [key, idOfText.get(text)]))
  if (new Set(ids.values()).size < data.length)
    throw new Error('Two entries of the demo data have the same key or text')
  return { keys: data.map(({ key }) => key), getId: key => requireId(ids.get(key), key) }
}

function requireId(id: number | undefined, key: string): number {
  if (id === undefined) throw new Error(`The demo data name ${key}, but nothing of that key`)
  return id
}

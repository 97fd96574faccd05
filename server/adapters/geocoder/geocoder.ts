/** A place that an address may mean. */
export type Place = { label: string; latitude: number; longitude: number }

/** Not knowing is an answer too: none of these is thrown. */
export type Geocoding = { kind: 'found'; places: Place[] } | { kind: 'timeout' } | { kind: 'failed'; why: string }

/** Tells where an address is. Asked by the server, so that no browser of an admin asks a third party. */
export type Geocoder = {
  /** The best guesses first, at most a handful; `language` for the labels. */
  find: (words: string, language: string) => Promise<Geocoding>
}

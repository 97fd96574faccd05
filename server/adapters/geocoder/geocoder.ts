/** A place that an address may refer to. */
type FoundPlace = { label: string; latitude: number; longitude: number }

/** Failures are returned, not thrown. */
export type GeocodingResult =
  | { kind: 'found'; places: FoundPlace[] }
  | { kind: 'timeout' }
  | { kind: 'failed'; reason: string }

/** Finds the location of an address. Called by the server, so that admins' browsers send nothing to a third party. */
export type Geocoder = {
  /** A few results, best matches first; `language` for the labels. */
  find: (words: string, language: string) => Promise<GeocodingResult>
}

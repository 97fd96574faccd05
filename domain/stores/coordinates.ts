export type Coordinates = {
  latitude: number
  longitude: number
}

const MAX_LATITUDE = 90
const MAX_LONGITUDE = 180
/** About a tenth of a metre. */
const DECIMAL_PLACES = 6

/** Parses degrees with a decimal point or comma; undefined if invalid. */
export function readDegrees(text: string): number | undefined {
  const plain = text.trim().replace('−', '-').replace(',', '.').replace(/°$/, '')
  return /^-?\d{1,3}(?:\.\d{1,20})?$/.test(plain) ? Number(plain) : undefined
}

export const isLatitude = (degrees: number): boolean => Math.abs(degrees) <= MAX_LATITUDE
export const isLongitude = (degrees: number): boolean => Math.abs(degrees) <= MAX_LONGITUDE

const NUMBER_PATTERN = /[-−]?\d{1,3}(?:[.,]\d+)?/g

/**
 * Parses a position copied from a map: `60.1699, 24.9384`, `60,1699 24,9384`, `60.1699° N, 24.9384° E`. Undefined when it is
 * not a valid latitude and longitude.
 */
export function readCoordinates(text: string): Coordinates | undefined {
  const plain = text.trim().replaceAll(/[()[\]]/g, '')
  const numbers = [...plain.matchAll(NUMBER_PATTERN)]
  const between = plain.replaceAll(NUMBER_PATTERN, '').toUpperCase()
  if (numbers.length !== 2 || !/^[\s,;/°NSEW]*$/.test(between)) return undefined
  const letters = between.replaceAll(/[^NSEW]/g, '')
  if (!/^(?:[NS][EW]|[EW][NS])?$/.test(letters)) return undefined
  const [one = Number.NaN, other = Number.NaN] = numbers.map(([number], index) => {
    const degrees = readDegrees(number) ?? Number.NaN
    return /[SW]/.test(letters.charAt(index)) ? -degrees : degrees
  })
  const [latitude, longitude] = /^[EW]/.test(letters) ? [other, one] : [one, other]
  return isLatitude(latitude) && isLongitude(longitude) ? { latitude, longitude } : undefined
}

/** A position in two columns or fields that may be empty. */
export const toPlace = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }) =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** For display and input: with a decimal point, since a comma often separates the two numbers. */
export const degreesText = (degrees: number): string => String(Number(degrees.toFixed(DECIMAL_PLACES)))

/** Degrees, as browsers report them (WGS 84). */
export type StorePosition = {
  latitude: number
  longitude: number
}

/** The earth's mean radius (IUGG); the error of a sphere is at most 0.5 %, which shoppers do not notice. */
const EARTH_RADIUS_METRES = 6_371_008.8

/** Along the earth's surface, by the haversine formula, in whole metres. */
export function distanceMetres(a: StorePosition, b: StorePosition): number {
  const haversine =
    halfChordSquared(b.latitude - a.latitude) +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * halfChordSquared(b.longitude - a.longitude)
  // For opposite points rounding errors can exceed 1, the limit of the arc sine.
  return Math.round(2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, haversine))))
}

function halfChordSquared(degrees: number): number {
  return Math.sin(toRadians(degrees) / 2) ** 2
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

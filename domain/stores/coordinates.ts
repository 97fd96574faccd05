export interface Coordinates {
  latitude: number
  longitude: number
}

const MOST_LATITUDE = 90
const MOST_LONGITUDE = 180
/** About a tenth of a metre. */
const DECIMALS = 6

/** One number of degrees with a point or a comma, or undefined. */
export function readDegrees(text: string): number | undefined {
  const plain = text.trim().replace('−', '-').replace(',', '.').replace(/°$/, '')
  return /^-?\d{1,3}(?:\.\d{1,20})?$/.test(plain) ? Number(plain) : undefined
}

export const isLatitude = (degrees: number): boolean => Math.abs(degrees) <= MOST_LATITUDE
export const isLongitude = (degrees: number): boolean => Math.abs(degrees) <= MOST_LONGITUDE

const NUMBER = /[-−]?\d{1,3}(?:[.,]\d+)?/g

/**
 * A position as maps give it to be pasted: `60.1699, 24.9384`, `60,1699 24,9384`, `60.1699° N, 24.9384° E`. Undefined
 * when it is not two numbers of degrees that the earth has.
 */
export function readCoordinates(text: string): Coordinates | undefined {
  const plain = text.trim().replaceAll(/[()[\]]/g, '')
  const numbers = [...plain.matchAll(NUMBER)]
  const between = plain.replaceAll(NUMBER, '').toUpperCase()
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

/** As they are shown and typed: with a point, since a comma often stands between the two. */
export const degreesText = (degrees: number): string => String(Number(degrees.toFixed(DECIMALS)))

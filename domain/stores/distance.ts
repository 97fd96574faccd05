/** Degrees, as browsers report them (WGS 84). */
export type Position = {
  latitude: number
  longitude: number
}

/** The earth's mean radius (IUGG); the error of a sphere is at most 0.5 %, which shoppers do not notice. */
const EARTH_RADIUS_METRES = 6_371_008.8

/** Along the earth's surface, by the haversine formula, in whole metres. */
export function distanceMetres(a: Position, b: Position): number {
  const haversine =
    halfChordSquared(b.latitude - a.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfChordSquared(b.longitude - a.longitude)
  // For opposite points rounding errors can exceed 1, the limit of the arc sine.
  return Math.round(2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, haversine))))
}

function halfChordSquared(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

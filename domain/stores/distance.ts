/** Degrees, as browsers give them (WGS 84). */
export interface Position {
  latitude: number
  longitude: number
}

/** The earth's mean radius (IUGG); the sphere is wrong by at most 0.5 %, which no shopper notices. */
const EARTH_RADIUS_METRES = 6_371_008.8

/** Along the earth's surface, by the haversine formula, in whole metres. */
export function distanceMetres(a: Position, b: Position): number {
  const haversine =
    halfChordSquared(b.latitude - a.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * halfChordSquared(b.longitude - a.longitude)
  // Rounding can lift opposite points a hair above 1, where the arc sine ends.
  return Math.round(2 * EARTH_RADIUS_METRES * Math.asin(Math.sqrt(Math.min(1, haversine))))
}

function halfChordSquared(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

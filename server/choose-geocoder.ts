import type { Config } from './config.ts'
import type { Geocoder } from './providers/geocoder/geocoder.ts'
import { nominatim } from './providers/geocoder/nominatim.ts'

/** Whom this installation asks where an address is; undefined: nobody. */
export const chooseGeocoder = ({ geocoderUrl }: Config): Geocoder | undefined =>
  geocoderUrl === undefined ? undefined : nominatim(geocoderUrl)

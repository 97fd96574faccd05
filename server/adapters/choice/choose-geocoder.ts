import type { Config } from '#server/config/config.ts'
import type { Geocoder } from '#server/adapters/geocoder/geocoder.ts'
import { nominatim } from '#server/adapters/geocoder/nominatim.ts'

/** Whom this installation asks where an address is; undefined: nobody. */
export const chooseGeocoder = ({ geocoderUrl }: Config): Geocoder | undefined =>
  geocoderUrl === undefined ? undefined : nominatim(geocoderUrl)

import type { Geocoder } from '#server/adapters/geocoder/geocoder.ts'
import { nominatim } from '#server/adapters/geocoder/nominatim.ts'
import type { Config } from '#server/config/config.ts'

/** This installation's geocoder; undefined: none. */
export const chooseGeocoder = ({ geocoderUrl }: Config): Geocoder | undefined =>
  geocoderUrl === undefined ? undefined : nominatim(geocoderUrl)

import type { Geocoder } from '#server/adapters/geocoder/geocoder.ts'
import { nominatim } from '#server/adapters/geocoder/nominatim.ts'
import { openFoodFacts } from '#server/adapters/product-data/open-food-facts.ts'
import type { ProductData } from '#server/adapters/product-data/product-data.ts'
import { productDump } from '#server/adapters/product-data/product-dump.ts'
import { BUILD } from '#server/config/build.ts'
import type { Config } from '#server/config/config.ts'
import { operatorContact } from '#server/modules/messaging/push/push-channel.ts'
import type { Context } from '#server/platform/context.ts'

/** This installation's geocoder; undefined: none. */
export const chooseGeocoder = ({ geocoderUrl }: Config): Geocoder | undefined =>
  geocoderUrl === undefined ? undefined : nominatim(geocoderUrl)

/** Where this installation finds products by their barcodes: the service, then the file; undefined: nowhere. */
export function chooseProductData(context: Pick<Context, 'config' | 'db'>): ProductData | undefined {
  const { productDataUrl: url, productDataFile: path } = context.config
  const contact = operatorContact(context)
  const userAgent = async () => `Puoti/${BUILD.version} (${(await contact()).replace(/^mailto:/, '')})`
  const service = url === undefined ? undefined : openFoodFacts({ url, userAgent })
  const file = path === undefined ? undefined : productDump(path)
  return service && file ? serviceThenFile(service, file) : (service ?? file)
}

/**
 * Looks in the file for what the service doesn't find. If the file has no such product either, returns the service's answer, such
 * as `busy`: a later request may find it.
 */
export const serviceThenFile = (service: ProductData, file: ProductData): ProductData => ({
  async find(code) {
    const answer = await service.find(code)
    if (answer.kind === 'found') return answer
    const fromFile = await file.find(code)
    return fromFile.kind === 'found' ? fromFile : answer
  },
  fetchPicture: service.fetchPicture,
})

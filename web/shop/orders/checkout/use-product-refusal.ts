import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ApiError, type ApiErrorCode } from '#web/kit/api/api-error.ts'
import { productsQuery } from '#web/shop/catalogue/products/queries.ts'

/** Refusals that contain their product's id. */
const TEXTS = {
  'order.productUnavailable': 'order.refused.productUnavailable',
  'order.productUnknown': 'order.refused.productUnknown',
  'order.ageRestricted': 'order.refused.ageRestricted',
  'order.quantityInvalid': 'order.refused.quantityInvalid',
  'order.amountsInvalid': 'order.refused.amountsInvalid',
  'order.tooLarge': 'order.refused.tooLarge',
} as const

const isOfProduct = (code: ApiErrorCode): code is keyof typeof TEXTS => Object.hasOwn(TEXTS, code)

/**
 * The text for an order that was refused because of one product, with its name; undefined for any other error, or an unknown
 * product.
 */
export function useProductRefusal(): (error: unknown) => string | undefined {
  const { t } = useTranslation()
  const client = useQueryClient()
  return error => {
    if (!(error instanceof ApiError) || !isOfProduct(error.code)) return undefined
    const list = client.getQueryData(productsQuery.queryKey)
    const product = list?.find(({ id }) => id === error.body['product_id'])
    return product && t(TEXTS[error.code], { product: product.name })
  }
}

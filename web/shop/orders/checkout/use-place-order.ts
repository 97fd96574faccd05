import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders } from '#contract/orders/orders.ts'
import type { OrderItem } from '#domain/orders/basket-lines.ts'
import { ApiError, type ApiErrorCode, hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { productsQuery } from '#web/shop/catalogue/products/queries.ts'
import { useFailureNotice } from '#web/shop/orders/checkout/payment-status/use-payment-failure-notice.ts'
import { currentOrderQuery } from './queries.ts'

/** Makes an order at checkout from the basket. The server's prices are authoritative. */
export function usePlaceOrder() {
  const notifyFailure = useFailureNotice()
  const productRefusal = useProductRefusal()
  const client = useQueryClient()
  const { activeStoreId } = useUser()
  return useMutation({
    mutationFn: (orderItems: OrderItem[]) =>
      callApi(orders.place, {
        body: { orderItems, ...(activeStoreId !== null && { store_id: activeStoreId }) },
        reload: 'later',
      }),
    onSuccess: async order => {
      await client.cancelQueries({ queryKey: currentOrderQuery.queryKey })
      client.setQueryData(currentOrderQuery.queryKey, order)
    },
    onError: error => {
      // Invalidated here: only this refusal concerns the session. `useFollowedStore` notifies of it.
      if (hasCode(error, 'store.changed')) return void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      return notifyFailure(error, { text: productRefusal(error) })
    },
  })
}

/** Refusals that contain their product's id. */
const REFUSAL_TEXTS = {
  'order.productUnavailable': 'order.refused.productUnavailable',
  'order.productRecalled': 'order.refused.productRecalled',
  'order.datePassed': 'order.refused.datePassed',
  'order.productUnknown': 'order.refused.productUnknown',
  'order.ageRestricted': 'order.refused.ageRestricted',
  'order.ageUnstaffed': 'order.refused.ageUnstaffed',
  'order.alcoholHours': 'order.refused.alcoholHours',
  'order.quantityInvalid': 'order.refused.quantityInvalid',
  'order.amountsInvalid': 'order.refused.amountsInvalid',
  'order.tooLarge': 'order.refused.tooLarge',
} as const

const isOfProduct = (code: ApiErrorCode): code is keyof typeof REFUSAL_TEXTS => Object.hasOwn(REFUSAL_TEXTS, code)

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
    return product && t(REFUSAL_TEXTS[error.code], { product: product.name })
  }
}

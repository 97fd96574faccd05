import type { Order } from '#contract/orders/orders.ts'
import { preorders } from '#contract/preorders/preorders.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ApiError, hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { agreedBody } from '#web/shop/orders/checkout/agreed-body.ts'
import { changedOrderText } from '#web/shop/orders/checkout/changed-order-text.ts'
import { currentOrderQuery } from '#web/shop/orders/checkout/queries.ts'
import { ORDER_FAILURE } from '#web/shop/orders/checkout/use-tell-failure.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { takeSoldOut } from './take-refusal.ts'
import { forgetBooking, noteBooking } from './unsure-booking.ts'
import { useBooked } from './use-booked.ts'

/** A refusal: nothing was booked. Any other error, such as a lost connection, leaves that open. */
const isRefusal = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500

interface Booking {
  order: Order
  /** The version on the screen when the terms were accepted. */
  termsVersion: number | undefined
  onTermsChanged: () => Promise<void>
  /** Goods ran out: the shopper returns to the basket, where the lines show what is left. */
  onSoldOut: () => void
}

/** Books the order at checkout. After a lost response, the same call again books nothing twice. */
export function useBookPreorder({ order, termsVersion, onTermsChanged, onSoldOut }: Booking) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const { finish } = useBooked()

  const fail = (detail: string) =>
    notify({ id: ORDER_FAILURE, severity: 'error', text: t('pay.preorderFailed'), detail })

  const afterRefusal = async (error: unknown) => {
    forgetBooking()
    if (hasCode(error, 'order.termsChanged')) return onTermsChanged()
    if (takeSoldOut(client, order.preorder_event_id ?? 0, error)) {
      fail(t('preorder.someSoldOut'))
      return onSoldOut()
    }
    await client.refetchQueries({ queryKey: currentOrderQuery.queryKey })
    const current = client.getQueryData(currentOrderQuery.queryKey)
    const hasChanged = hasCode(error, 'order.changed') && current
    return fail(hasChanged ? changedOrderText(error, current, t) : (errorText(error, t) ?? t('errors.unknown')))
  }

  return useMutation({
    mutationFn: () => {
      noteBooking(order.id)
      return callApi(preorders.book, { body: agreedBody(order, termsVersion) })
    },
    onSuccess: async ({ id }) => {
      forgetBooking()
      await finish(id)
    },
    onError: error => {
      if (hasCode(error, 'session.required')) return undefined
      if (isRefusal(error)) return afterRefusal(error)
      return fail(t(hasCode(error, 'network') ? 'preorder.noAnswer' : 'preorder.serverFailed'))
    },
  })
}

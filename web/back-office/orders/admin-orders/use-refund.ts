import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OrderRefunds, refunds as api } from '#contract/payments/refunds.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { toCents } from '#web/shop/orders/checkout/order-cents.ts'
import { forgetOrders } from './queries.ts'
import { EMPTY_DRAFT, planOf, type RefundDraft, wishesOf } from './refund-draft.ts'

interface Wish {
  draft: RefundDraft
  reason: string
  returnStock: boolean
}

/** Requests the refund, and reloads its state whatever the outcome. */
function useAsk(refunds: OrderRefunds) {
  const tellFailure = useFailureNotice()
  const cache = useQueryClient()
  return async ({ draft, reason, returnStock }: Wish): Promise<number | undefined> => {
    const body = {
      refunded_amount: refunds.refunded_amount,
      reason: reason.trim(),
      return_stock: returnStock,
      ...(refunds.by_hand && { given_by_hand: true }),
      ...(draft.kind === 'lines' && { lines: wishesOf(draft, refunds.lines) }),
    }
    try {
      return (await callApi(api.ask, { params: { id: String(refunds.order_id) }, body })).id
    } catch (error) {
      tellFailure(error, 'refund-failed')
      return undefined
    } finally {
      await forgetOrders(cache)
    }
  }
}

/** The form of a refund, its amount, and its state once requested. */
export function useRefund(refunds: OrderRefunds) {
  const ask = useAsk(refunds)
  const [draft, setDraft] = useState<RefundDraft>(EMPTY_DRAFT)
  const [reason, setReason] = useState('')
  const [returnStock, setReturnStock] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [askedId, setAskedId] = useState<number>()
  const submit = async () => {
    setBusy(true)
    setAskedId(await ask({ draft, reason, returnStock }))
    setBusy(false)
  }
  const wish = { draft, setDraft, reason, setReason, returnStock, setReturnStock }
  return {
    ...wish,
    isBusy,
    submit,
    plan: planOf(draft, refunds.lines),
    leftCents: toCents(refunds.paid_amount) - toCents(refunds.refunded_amount),
    asked: refunds.refunds.find(({ id }) => id === askedId),
  }
}

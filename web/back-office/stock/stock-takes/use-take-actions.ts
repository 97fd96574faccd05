import { stockTakes } from '#contract/stock/stock-takes.ts'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { callApi } from '#web/kit/api/call-api.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useProductsChanged } from '#web/shop/catalogue/products/products-changed.ts'

/** The actions on a stock take as a whole. Each resolves to whether it succeeded; failures have been shown by then. */
export function useTakeActions(takeId: number) {
  const { t } = useTranslation()
  const tellFailure = useFailureNotice()
  const changed = useProductsChanged()
  const [isBusy, setBusy] = useState(false)
  const act = async (call: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    try {
      await call()
      return true
    } catch (error) {
      tellFailure(error, 'stock-take', reason => t('stock.error', { error: reason }))
      return false
    } finally {
      await changed()
      setBusy(false)
    }
  }
  const params = { id: takeId }
  return {
    isBusy,
    turn: (state: 'open' | 'paused' | 'cancelled') => act(() => callApi(stockTakes.turn, { params, body: { state } })),
    post: () => act(() => callApi(stockTakes.post, { params })),
    forget: (productId: number) =>
      act(() => callApi(stockTakes.forget, { params: { ...params, product_id: productId } })),
  }
}

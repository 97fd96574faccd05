import { orders } from '#contract/orders/orders.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { currentOrderQuery } from './queries.ts'
import { useTellFailure } from './use-tell-failure.ts'

/** Stops waiting for an unknown outcome: the server emails it, and the app goes on at home. */
export function useLeavePayment(onLeft: () => Promise<void>) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tellFailure = useTellFailure()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => callApi(orders.leavePayment),
    onSuccess: async () => {
      await navigate(PATHS.home)
      await onLeft()
      notify({ severity: 'info', text: t('pay.left') })
    },
    onError: error => {
      // The outcome came first: it is shown.
      if (!hasCode(error, 'order.noAttempt')) tellFailure(error)
      return client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
    },
  })
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { sessions } from '#contract/accounts/sessions.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/**
 * Ends the user's sessions in other browsers, and notifies of the result. `busy`: the id of the session, or `others`. `onEnded`
 * is called while the pressed button still exists, so that the focus leaves it first.
 */
export function useEndSessions() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tellFailure = useFailureNotice()
  const cache = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const change = async (what: string, work: () => Promise<string>) => {
    setBusy(what)
    try {
      notify({ id: 'sessions', severity: 'success', text: await work() })
    } catch (error) {
      tellFailure(error, 'sessions')
    }
    await cache.invalidateQueries({ queryKey: queryKeyOf(sessions.list) })
    setBusy(undefined)
  }
  return {
    busy,
    end: (id: string, device: string, onEnded: () => void) =>
      change(id, async () => {
        await callApi(sessions.end, { params: { id } })
        onEnded()
        return t('sessions.ended', { device })
      }),
    endOthers: (onEnded: () => void) =>
      change('others', async () => {
        await callApi(sessions.endOthers)
        onEnded()
        return t('sessions.othersEnded')
      }),
  }
}

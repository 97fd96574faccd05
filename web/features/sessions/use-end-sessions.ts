import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessions } from '#contract/sessions.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { errorText } from '#web/api/show-error.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'

/** Ends one's sessions in other browsers, and tells how it went. `busy`: the id of the one, or `others`. */
export function useEndSessions() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const change = async (what: string, work: () => Promise<string>) => {
    setBusy(what)
    try {
      notify({ id: 'sessions', severity: 'success', text: await work() })
    } catch (error) {
      const text = errorText(error, t)
      if (text !== undefined) notify({ id: 'sessions', severity: 'error', text })
    }
    await cache.invalidateQueries({ queryKey: queryKeyOf(sessions.list) })
    setBusy(undefined)
  }
  return {
    busy,
    end: (id: string, device: string) =>
      change(id, async () => {
        await callApi(sessions.end, { params: { id } })
        return t('sessions.ended', { device })
      }),
    endOthers: () =>
      change('others', async () => {
        await callApi(sessions.endOthers)
        return t('sessions.othersEnded')
      }),
  }
}

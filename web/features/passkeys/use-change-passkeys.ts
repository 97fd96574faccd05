import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Passkey, passkeys } from '#contract/passkeys.ts'
import { callApi } from '#web/api/call-api.ts'
import { queryKeyOf } from '#web/api/query-of.ts'
import { errorText } from '#web/api/show-error.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'

/** Renames and removes one's own passkeys, and tells how it went. */
export function useChangePasskeys() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const change = async (work: () => Promise<unknown>, doneText: string) => {
    setBusy(true)
    try {
      await work()
      notify({ id: 'passkeys', severity: 'success', text: doneText })
    } catch (error) {
      const text = errorText(error, t)
      if (text !== undefined) notify({ id: 'passkeys', severity: 'error', text })
    } finally {
      setBusy(false)
    }
    await cache.invalidateQueries({ queryKey: queryKeyOf(passkeys.list) })
  }
  return {
    isBusy,
    rename: (id: number, name: string) =>
      change(() => callApi(passkeys.rename, { params: { id }, body: { name } }), t('passkeys.renamed', { name })),
    remove: ({ id, name }: Passkey) =>
      change(() => callApi(passkeys.remove, { params: { id } }), t('passkeys.removed', { name })),
  }
}

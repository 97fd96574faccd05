import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { type Passkey, passkeys } from '#contract/accounts/passkeys.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useAct } from '#web/kit/mutations/use-act.ts'

/** Renames and removes one's own passkeys, and tells how it went. */
export function useChangePasskeys() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const { isBusy, act } = useAct('passkeys')
  const change = async (work: () => Promise<unknown>, doneText: string) => {
    await act(async () => {
      await work()
      return doneText
    })
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

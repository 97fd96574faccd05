import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminUser, adminUsers } from '#contract/accounts/admin-users.ts'
import { formatPhone } from '#domain/accounts/phone-format.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKeyOf } from '#web/kit/api/query-of.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useFailureNotice } from '#web/kit/mutations/use-failure-notice.ts'
import { sessionQuery } from '#web/kit/session/queries.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

export const ACCESS_CHANGES = [
  'block',
  'unblock',
  'grant',
  'revoke',
  'grantBooks',
  'revokeBooks',
  'blockPhone',
  'unblockPhone',
  'resetPasskeys',
] as const
export type AccessChange = {
  kind: (typeof ACCESS_CHANGES)[number]
  /** The phone number in question, as stored. */
  phone?: string
}

export const takesAway = ({ kind }: AccessChange): boolean =>
  kind === 'block' || kind === 'revoke' || kind === 'revokeBooks' || kind === 'blockPhone' || kind === 'resetPasskeys'

type Said = {
  reason?: string
  myself?: true
}

/** The response replaces what the page shows: after an admin's block of oneself the server would refuse to load it again. */
function send(id: number, { kind, phone = '' }: AccessChange, said: Said): Promise<AdminUser> {
  const call = { params: { id }, reload: 'later' } as const
  if (kind === 'grant' || kind === 'revoke')
    return callApi(adminUsers.makeAdmin, { ...call, body: { is_admin: kind === 'grant', ...said } })
  if (kind === 'grantBooks' || kind === 'revokeBooks')
    return callApi(adminUsers.makeBookkeeper, { ...call, body: { is_bookkeeper: kind === 'grantBooks', ...said } })
  if (kind === 'resetPasskeys')
    return callApi(adminUsers.resetPasskeys, { ...call, body: said.reason ? { reason: said.reason } : {} })
  if (kind === 'block' || kind === 'unblock')
    return callApi(adminUsers.block, { ...call, body: { is_blocked: kind === 'block', ...said } })
  return callApi(adminUsers.blockPhone, { ...call, body: { phone, is_blocked: kind === 'blockPhone', ...said } })
}

/** Changes a user's access, notifies of the result and shows the updated user. */
export function useChangeAccess(user: AdminUser) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const showFailure = useFailureNotice()
  const me = useUser()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  // Only the server can detect that another account has the admin's own phone number.
  const [wasAsked, setAsked] = useState(false)
  const mustMean = (wanted: AccessChange) => takesAway(wanted) && (wasAsked || (me.is_admin && user.id === me.id))
  const tell = (wanted: AccessChange, saved: AdminUser) => {
    const who = wanted.phone === undefined ? user.email : formatPhone(wanted.phone)
    notify({ id: 'access', severity: 'success', text: t(`users.${wanted.kind}.done`, { who }) })
    cache.setQueryData(queryKeyOf(adminUsers.read, { params: { id: String(user.id) } }), saved)
    // By hand: only a change of oneself concerns the session.
    if (mustMean(wanted)) void cache.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  /** Resolves to whether the dialog is done; false if the server requires an explicit confirmation (`user.yourself`). */
  const change = async (wanted: AccessChange, reason: string): Promise<boolean> => {
    setBusy(true)
    try {
      const said: Said = { ...(reason && { reason }), ...(mustMean(wanted) && { myself: true }) }
      tell(wanted, await send(user.id, wanted, said))
    } catch (error) {
      if (hasCode(error, 'user.yourself')) {
        setAsked(true)
        return false
      }
      showFailure(error, 'access')
    } finally {
      setBusy(false)
    }
    return true
  }
  return { change, isBusy, mustMean, reset: () => setAsked(false) }
}

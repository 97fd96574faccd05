import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdminUser, adminUsers } from '#contract/accounts/admin-users.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { queryKey } from '#web/kit/api/query-for.ts'
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

export const revokesAccess = ({ kind }: AccessChange): boolean =>
  kind === 'block' || kind === 'revoke' || kind === 'revokeBooks' || kind === 'blockPhone' || kind === 'resetPasskeys'

type AccessReason = {
  reason?: string
  confirm_self?: true
}

/** The response replaces what the page shows: after an admin's block of oneself the server would refuse to load it again. */
function sendChange(id: number, { kind, phone = '' }: AccessChange, confirmation: AccessReason): Promise<AdminUser> {
  const call = { params: { id }, reload: 'later' } as const
  if (kind === 'grant' || kind === 'revoke')
    return callApi(adminUsers.makeAdmin, { ...call, body: { is_admin: kind === 'grant', ...confirmation } })
  if (kind === 'grantBooks' || kind === 'revokeBooks')
    return callApi(adminUsers.makeBookkeeper, {
      ...call,
      body: { is_bookkeeper: kind === 'grantBooks', ...confirmation },
    })
  if (kind === 'resetPasskeys')
    return callApi(adminUsers.resetPasskeys, {
      ...call,
      body: confirmation.reason ? { reason: confirmation.reason } : {},
    })
  if (kind === 'block' || kind === 'unblock')
    return callApi(adminUsers.block, { ...call, body: { is_blocked: kind === 'block', ...confirmation } })
  return callApi(adminUsers.blockPhone, {
    ...call,
    body: { phone, is_blocked: kind === 'blockPhone', ...confirmation },
  })
}

/** Changes a user's access, notifies of the result and shows the updated user. */
export function useChangeAccess(user: AdminUser) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const me = useUser()
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  // Only the server can detect that another account has the admin's own phone number.
  const [mustConfirm, setMustConfirm] = useState(false)
  const mustMean = (request: AccessChange) =>
    revokesAccess(request) && (mustConfirm || (me.is_admin && user.id === me.id))
  const reportSaved = (request: AccessChange, saved: AdminUser) => {
    const who = request.phone === undefined ? user.email : formatPhone(request.phone)
    notify({ id: 'access', severity: 'success', text: t(`users.${request.kind}.done`, { who }) })
    cache.setQueryData(queryKey(adminUsers.get, { params: { id: String(user.id) } }), saved)
    // Invalidated here: only a change of oneself concerns the session.
    if (mustMean(request)) void cache.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  /** Resolves to whether the dialog is done; false if the server requires an explicit confirmation (`user.yourself`). */
  const change = async (request: AccessChange, reason: string): Promise<boolean> => {
    setBusy(true)
    try {
      const confirmation: AccessReason = { ...(reason && { reason }), ...(mustMean(request) && { confirm_self: true }) }
      reportSaved(request, await sendChange(user.id, request, confirmation))
    } catch (error) {
      if (hasCode(error, 'user.yourself')) {
        setMustConfirm(true)
        return false
      }
      notifyFailure(error, 'access')
    } finally {
      setBusy(false)
    }
    return true
  }
  return { change, isBusy, mustMean, reset: () => setMustConfirm(false) }
}

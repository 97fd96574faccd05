import { phoneVerification } from '#contract/accounts/phone-verification.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNavigate } from 'react-router'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { ApiError, hasCode } from '#web/kit/api/api-error.ts'

/** Why no code was sent, by how the form handles it. */
type SendRefusal = { kind: 'blocked' } | { kind: 'cooldown'; until: string } | { kind: 'typo' } | { kind: 'failed' }

function sendRefusal(error: unknown): SendRefusal {
  const { phone_blocked, sms_cooldown_until } = error instanceof ApiError ? error.body : {}
  if (phone_blocked === true) return { kind: 'blocked' }
  if (typeof sms_cooldown_until === 'string') return { kind: 'cooldown', until: sms_cooldown_until }
  const isTypo = hasCode(error, 'verification.phoneInvalid', 'verification.countryNotAllowed')
  return { kind: isTypo ? 'typo' : 'failed' }
}

/** `fault`: the problem of the number, as a text. */
export type SendOutcome = { isSent: boolean; cooldownUntil?: string; fault?: string | undefined }

/** Sends a code by SMS, and handles each refusal. */
export function useSendCode() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { notify, dismiss } = useNotices()
  const { keepUser, leave } = useSession()
  const refused = async (error: unknown): Promise<SendOutcome> => {
    const refusal = sendRefusal(error)
    if (refusal.kind === 'cooldown') return { isSent: false, cooldownUntil: refusal.until }
    if (refusal.kind === 'blocked') {
      await navigate(PATHS.phoneBlocked, { replace: true })
      await leave()
      return { isSent: false }
    }
    const reason = errorText(error, t)
    const notice = { id: 'send-code', text: t('verification.sendFailed') }
    if (refusal.kind === 'typo') notify({ ...notice, severity: 'warning' })
    else notify({ ...notice, severity: 'error', ...(reason && { detail: reason }) })
    return { isSent: false, ...(refusal.kind === 'typo' && { fault: reason }) }
  }
  return async (phone: string): Promise<SendOutcome> => {
    try {
      await keepUser(await callApi(phoneVerification.send, { body: { phone } }))
      dismiss('send-code')
      return { isSent: true }
    } catch (error) {
      return refused(error)
    }
  }
}

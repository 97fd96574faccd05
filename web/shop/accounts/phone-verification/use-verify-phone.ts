import { phoneVerification } from '#contract/accounts/phone-verification.ts'
import { user } from '#contract/accounts/users.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { useSession, useUser } from '#web/kit/session/session-provider.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** Checks the code of the SMS. Resolves to what was wrong with it, in words. That the number has an account is no fault of the code. */
export function useVerifyPhone() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { keepUser } = useSession()
  const asking = useUser()
  return async (code: string): Promise<string | undefined> => {
    try {
      // The code goes as text: it may begin with zeros.
      const verified = await callApi(phoneVerification.verify, { body: { verification_code: code } })
      // Without the new CSRF token, which is kept elsewhere.
      await keepUser(user.parse(verified))
      notify({ severity: 'success', text: t('verification.done') })
      return undefined
    } catch (error) {
      if (hasCode(error, 'verification.phoneTaken')) {
        await keepUser({ ...asking, phone_unique_warning: true, verification_pending: false })
        return undefined
      }
      return [t('verification.failed'), errorText(error, t)].filter(Boolean).join('. ')
    }
  }
}

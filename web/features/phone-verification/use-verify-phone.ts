import { phoneVerification } from '#contract/phone-verification.ts'
import { user } from '#contract/users.ts'
import { useTranslation } from 'react-i18next'
import { callApi } from '#web/api/call-api.ts'
import { errorText } from '#web/api/show-error.ts'
import { useSession } from '#web/features/session/session-provider.tsx'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'

/** Checks the code of the SMS. Resolves to what was wrong with it, in words. */
export function useVerifyPhone() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const { keepUser } = useSession()
  return async (code: string): Promise<string | undefined> => {
    try {
      // The code goes as text: it may begin with zeros.
      const verified = await callApi(phoneVerification.verify, { body: { verification_code: code } })
      // Without the new CSRF token, which is kept elsewhere.
      await keepUser(user.parse(verified))
      notify({ severity: 'success', text: t('verification.done') })
      return undefined
    } catch (error) {
      return [t('verification.failed'), errorText(error, t)].filter(Boolean).join('. ')
    }
  }
}

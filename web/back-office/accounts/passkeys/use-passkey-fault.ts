import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { errorText } from '#web/kit/api/show-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { deviceFault } from './ceremonies.ts'

/** Passkeys aren't available over plain http or in old browsers. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

/** The text for a failed passkey, with what to do next; undefined if there is nothing to show. */
export function usePasskeyFault(): (error: unknown) => string | undefined {
  const { t } = useTranslation()
  return error => {
    const fault = deviceFault(error)
    return fault === undefined ? errorText(error, t) : t(`passkeys.faults.${fault}`)
  }
}

import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { errorText } from '#web/kit/api/show-error.ts'
import { deviceFault } from './ceremonies.ts'

/** Over plain http, and in old browsers, there are no passkeys. */
export const canUsePasskeys = (): boolean => browserSupportsWebAuthn()

/** What a passkey that did not work says to its owner, with a way on; undefined for nothing. */
export function usePasskeyFault(): (error: unknown) => string | undefined {
  const { t } = useTranslation()
  return error => {
    const fault = deviceFault(error)
    return fault === undefined ? errorText(error, t) : t(`passkeys.faults.${fault}`)
  }
}

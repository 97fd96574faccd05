import { startAuthentication, startRegistration, WebAuthnError, browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { passkeys } from '#contract/accounts/passkeys.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

/** Confirms this session with one of the user's passkeys. Throws errors for which `usePasskeyFault` has texts. */
export async function confirmWithPasskey(): Promise<void> {
  const optionsJSON = await callApi(passkeys.beginConfirm)
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  await callApi(passkeys.confirm, { body: { id, rawId, type: 'public-key', response } })
}

/** Creates a passkey on the user's device and adds it to the account. Throws like `confirmWithPasskey`. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await callApi(passkeys.beginAdd)
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  await callApi(passkeys.add, { body: { name, passkey: { id, rawId, type: 'public-key', response } } })
}

export const DEVICE_FAULTS = ['notUsed', 'known', 'unsupported', 'address', 'failed'] as const
type DeviceFault = (typeof DEVICE_FAULTS)[number]

/**
 * What went wrong on the device; undefined if the error isn't from the device. To hide passkeys from sites, a browser doesn't
 * distinguish a cancelled prompt, a timeout and a missing passkey.
 */
function deviceFault(error: unknown): DeviceFault | undefined {
  if (error instanceof WebAuthnError) {
    if (error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'known'
    if (error.code === 'ERROR_INVALID_DOMAIN' || error.code === 'ERROR_INVALID_RP_ID') return 'address'
    if (error.code.includes('SUPPORT')) return 'unsupported'
  }
  if (!(error instanceof Error) || error.name === 'ApiError') return undefined
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'notUsed'
  if (error.name === 'NotSupportedError' || error.message.includes('not supported')) return 'unsupported'
  return 'failed'
}

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

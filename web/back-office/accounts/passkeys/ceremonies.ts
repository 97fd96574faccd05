import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser'
import { passkeys } from '#contract/accounts/passkeys.ts'
import { callApi } from '#web/kit/api/call-api.ts'

/** Lets a passkey of the person confirm this session. Throws what `usePasskeyFault` has words for. */
export async function confirmWithPasskey(): Promise<void> {
  const optionsJSON = await callApi(passkeys.askToConfirm)
  const { id, rawId, response } = await startAuthentication({ optionsJSON })
  await callApi(passkeys.confirm, { body: { id, rawId, type: 'public-key', response } })
}

/** Makes a passkey on a device of the person, and adds it to the account. Throws likewise. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await callApi(passkeys.askToAdd)
  const { id, rawId, response } = await startRegistration({ optionsJSON })
  await callApi(passkeys.add, { body: { name, passkey: { id, rawId, type: 'public-key', response } } })
}

export const DEVICE_FAULTS = ['notUsed', 'known', 'unsupported', 'address', 'failed'] as const
export type DeviceFault = (typeof DEVICE_FAULTS)[number]

/**
 * What went wrong on the device; undefined when it was not the device. A browser does not tell apart who cancelled, who took
 * too long and who has no passkey there, lest a site finds out.
 */
export function deviceFault(error: unknown): DeviceFault | undefined {
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

/** Loaded with the first passkey: its readers of certificates would make every start of the server half a second longer. */
export const webauthn = () => import('@simplewebauthn/server')

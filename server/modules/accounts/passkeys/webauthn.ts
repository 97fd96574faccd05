/** Loaded on the first use of a passkey: its certificate parsers would slow down every server start by half a second. */
export const webauthn = () => import('@simplewebauthn/server')

import createCache from '@emotion/cache'

// The server puts the page's nonce here; without it the content security policy blocks our styles.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

export const emotionCache = createCache({ key: 'puoti', nonce, prepend: true })

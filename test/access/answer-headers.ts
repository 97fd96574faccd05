/** The headers of every response, for every caller. */
export const SAFE_HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
    "media-src 'self' blob:; worker-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; " +
    "base-uri 'none'; object-src 'none'",
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** All other headers would reveal or permit more. */
export const HEADERS = new Set([
  ...Object.keys(SAFE_HEADERS),
  'cache-control',
  'connection',
  'content-disposition',
  'content-length',
  'content-type',
  'date',
  'etag',
  'retry-after',
  'set-cookie',
  'transfer-encoding',
  'vary',
  'x-accel-buffering',
  'x-request-id',
])

/** Hosts of the push services that browsers use; a leading dot matches any subdomain. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
]
/** Printable ASCII without backslashes, which browsers treat as slashes. */
const PLAIN = /^https:\/\/[\x21-\x5b\x5d-\x7e]+$/

const isKnownHost = (host: string) =>
  KNOWN_HOSTS.some(known => (known.startsWith('.') ? host.endsWith(known) : host === known))

/**
 * The endpoint as a URL, if it belongs to a push service: https on the default port, without user and password.
 * `trusted`: additional origins that the operator configured.
 */
export function readEndpoint(endpoint: string, trusted: ReadonlySet<string>): URL | undefined {
  if (!PLAIN.test(endpoint) || !URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (trusted.has(url.origin)) return url
  return url.port === '' && isKnownHost(url.hostname) ? url : undefined
}

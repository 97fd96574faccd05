/** With this length a link fits into one push message together with a title and a text. */
export const MAX_LINK_LENGTH = 1000

/** Paths that are not pages; /login is excluded because messages must not distribute sign-in links. */
const NOT_PAGES = /^\/(?:api|dev|images|login|livez|readyz|metrics)(?:[/?#]|$)/i
const HOST_PATTERN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const HTTPS_LINK = /^https:\/\/([^/?#]+)((?:\/[^?#]*)?)([?#].*)?$/i
/** Only characters that RFC 3986 allows: no backslash, double quote, space, control character or non-ASCII letter. */
const ASCII_LINK = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i

/** False when the decoded text has control or invisible characters, a backslash, or another encoding to be decoded. */
const isPlainly = (text: string): boolean => {
  try {
    // oxlint-disable-next-line no-control-regex -- they are what is looked for
    return !/[\u0000-\u001f\u007f-\u009f\\\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|%[0-9a-f]{2}/i.test(
      decodeURIComponent(text),
    )
  } catch {
    return false
  }
}

/** No empty or dot segments, encoded or not: browsers remove them, and the rest may begin with //. */
const isPath = (path: string): boolean => {
  const [, ...segments] = path.split('/')
  return segments.every((segment, place) => {
    const isLast = place === segments.length - 1
    return (isLast || segment !== '') && !/^(?:\.|%2e){1,2}$/i.test(segment) && !/%2f/i.test(segment)
  })
}

/**
 * A link that a notification may open, in its stored form: a path of the shop ("/home"), or an external https URL.
 * Undefined for anything else. With the shop's `origin`, its own URLs become paths.
 */
export function safeLink(link: string, origin?: string): string | undefined {
  if (link.length > MAX_LINK_LENGTH || !ASCII_LINK.test(link) || !isPlainly(link)) return undefined
  const relative =
    origin !== undefined && link.toLowerCase().startsWith(`${origin}/`) ? link.slice(origin.length) : link
  if (relative.startsWith('/')) return isOwnPage(relative) ? relative : undefined
  const [, host = '', path = '', rest = ''] = HTTPS_LINK.exec(relative) ?? []
  const name = host.toLowerCase()
  if (name.length > 253 || !HOST_PATTERN.test(name) || !isPath(path)) return undefined
  return `https://${name}${path || '/'}${rest}`
}

function isOwnPage(link: string): boolean {
  const [path = ''] = link.split(/[?#]/, 1)
  return isPath(path) && !NOT_PAGES.test(decodeURIComponent(path))
}

/** The full URL that a safe link opens. Undefined for an unsafe link. */
export function openedBy(link: string, origin: string): string | undefined {
  const safe = safeLink(link, origin)
  return safe?.startsWith('/') ? `${origin}${safe}` : safe
}

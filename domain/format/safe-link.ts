/** So long a link may be: together with a title and a text it fits into one push. */
export const LONGEST_LINK = 1000

/** What answers there is no page; a sign-in link is nobody's to hand out. */
const NOT_PAGES = /^\/(?:api|dev|images|login|livez|readyz|metrics)(?:[/?#]|$)/i
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const HTTPS = /^https:\/\/([^/?#]+)((?:\/[^?#]*)?)([?#].*)?$/i
/** What RFC 3986 lets stand in an address, and nothing else: no backslash, quote, space, control or letter beyond ASCII. */
const WRITTEN = /^(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i

/** Encoded, it would be another address to whoever decodes it once more. */
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

/** No empty and no dot segments, in whatever writing: browsers take them out, and what is left may begin with //. */
const isPath = (path: string): boolean => {
  const [, ...segments] = path.split('/')
  return segments.every((segment, place) => {
    const isLast = place === segments.length - 1
    return (isLast || segment !== '') && !/^(?:\.|%2e){1,2}$/i.test(segment) && !/%2f/i.test(segment)
  })
}

/**
 * A link that a notification may open, as it is kept: a path of the shop ("/home"), or an https address elsewhere. Undefined
 * for anything else. With the shop's `origin`, its own addresses become paths.
 */
export function safeLink(link: string, origin?: string): string | undefined {
  if (link.length > LONGEST_LINK || !WRITTEN.test(link) || !isPlainly(link)) return undefined
  const own = origin !== undefined && link.toLowerCase().startsWith(`${origin}/`) ? link.slice(origin.length) : link
  if (own.startsWith('/')) return isOwnPage(own) ? own : undefined
  const [, host = '', path = '', rest = ''] = HTTPS.exec(own) ?? []
  const name = host.toLowerCase()
  if (name.length > 253 || !HOST.test(name) || !isPath(path)) return undefined
  return `https://${name}${path || '/'}${rest}`
}

function isOwnPage(link: string): boolean {
  const [path = ''] = link.split(/[?#]/, 1)
  return isPath(path) && !NOT_PAGES.test(decodeURIComponent(path))
}

/** The whole address that a safe link opens. Undefined for one that is not safe. */
export function openedBy(link: string, origin: string): string | undefined {
  const safe = safeLink(link, origin)
  return safe?.startsWith('/') ? `${origin}${safe}` : safe
}

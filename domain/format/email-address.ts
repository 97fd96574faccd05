import { comparisonKey } from './normalise-text.ts'

/** Letters that a domain may have only in its ASCII form, and none of the characters that end the host of a URL. */
const FOREIGN_DOMAIN = /^(?=.*[^\0-\x7f])[^\s/?#@:\\%]+$/

/**
 * An address as it is stored and compared: lower case, the domain in its ASCII form (IDNA). Some browsers convert the domain in
 * their email fields and others do not.
 */
export function normaliseEmail(typed: string): string {
  const address = comparisonKey(typed)
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (at === 0 || !FOREIGN_DOMAIN.test(domain)) return address
  const url = `https://${domain}`
  return URL.canParse(url) ? address.slice(0, at) + new URL(url).hostname : address
}

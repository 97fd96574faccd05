import type { FastifyReply, FastifyRequest } from 'fastify'
import { readCookie, writeCookie } from '#server/platform/http/session.ts'
import { isHmacOf, randomToken, type Secrets } from '#server/platform/secrets/secrets.ts'

// Strangers who know an address can use up the mails and tries that new browsers have for it. A browser in which its owner has
// signed in before has its own limits. It is recognised by this cookie, which is set only on sign-in.

const COOKIE = 'puoti-known'
const DAYS = 365
const PURPOSE = 'known browser'
const SHAPE = /^([\w-]{43})\.([\w-]{43})$/
const textOf = (id: string, email: string) => `${id} ${email}`

/** The browser's id if this address has signed in there before; undefined otherwise. */
export function knownBrowser(secrets: Secrets, request: FastifyRequest, email: string): string | undefined {
  const [, id, mac] = SHAPE.exec(readCookie(request, COOKIE) ?? '') ?? []
  if (id === undefined || mac === undefined) return undefined
  const isOurs = isHmacOf(secrets, PURPOSE, { text: textOf(id, email), hash: Buffer.from(mac, 'base64url') })
  return isOurs ? id : undefined
}

/** Marks the browser as one in which this address signs in: for a year, and beyond a logout. */
export function keepKnownBrowser(
  secrets: Secrets,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  email: string,
): void {
  const id = knownBrowser(secrets, request, email) ?? randomToken()
  const mac = secrets.hmac(PURPOSE, textOf(id, email)).toString('base64url')
  writeCookie(reply, COOKIE, { value: `${id}.${mac}`, maxAgeSeconds: DAYS * 86_400 })
}

import { createPublicKey, verify } from 'node:crypto'

/** Reads a sender's signature as a push service does (RFC 8292). Throws when it is not valid for this service now. */
export function readVapid(authorization: string | undefined, origin: string): { sub: string; publicKey: string } {
  const read = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization ?? '')
  if (!read) throw new Error('no VAPID header')
  const [, header = '', claims = '', signature = '', publicKey = ''] = read
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const signed = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Error('the signature does not fit')
  const json = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  // Checked just below, field by field.
  const { aud, exp, sub } = json(claims) as Record<string, unknown>
  const seconds = Date.now() / 1000
  if (aud !== origin) throw new Error('it is for another service')
  if (typeof exp !== 'number' || exp < seconds || exp > seconds + 86_400)
    throw new Error('it has ended, or is for too long')
  if (typeof sub !== 'string' || !/^(mailto:|https:)/.test(sub)) throw new Error('it names no contact')
  return { sub, publicKey }
}

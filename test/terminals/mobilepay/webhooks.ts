import { createHash, createHmac } from 'node:crypto'

export type Webhook = {
  /** As it was registered, and is signed. */
  url: string
  secret: string
  /** The origin of a proxy in front of the shop, where that differs. */
  through?: string
  /** Drawn for each event: how late each delivery is (ms). None is a lost webhook, two are one that comes twice. */
  deliveries: () => readonly number[]
}

type Signed = { url: string; secret: string; body: string; at: Date }

/** Of a webhook, as the vendor's page on request authentication describes them. */
export function signedHeaders({ url, secret, body, at }: Signed): Record<string, string> {
  const { pathname, search, host } = new URL(url)
  const date = at.toUTCString()
  const hash = createHash('sha256').update(body).digest('base64')
  const signature = createHmac('sha256', secret)
    .update(`POST\n${pathname}${search}\n${date};${host};${hash}`)
    .digest('base64')
  return {
    'content-type': 'application/json',
    'x-ms-date': date,
    'x-ms-content-sha256': hash,
    authorization: `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`,
  }
}

import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { FetchRemoteImage, RemoteImageAnswer, RemoteImageFault } from './remote-image.ts'

const TIMEOUT_MS = 15_000
const MAX_BYTES = 15_000_000
const MAX_HEADER_BYTES = 16_000
const MAX_REDIRECTS = 3

type HttpsImageOptions = {
  /** Resolves names, and rejects those that lead to an address which is not public. */
  guard: LookupFunction
  isPublicAddress: (address: string) => boolean
  userAgent: string
  timeoutMs?: number
  maxBytes?: number
  /** Of a test’s server: its certificate, and a port besides the usual one. */
  trusted?: { ca: string; port: number }
}

/**
 * Images by https from the public internet. Each redirect is checked like the first address; a name is looked up once, and the
 * address that was checked is the one dialled.
 */
export function httpsImages(options: HttpsImageOptions): FetchRemoteImage {
  return async address => {
    const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
    let next = address
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const url = readAddress(next, options)
      if (typeof url === 'string') return failedImage(url)
      const answer = await downloadImage(url, signal, options)
      if (answer.kind !== 'moved') return answer
      if (!URL.canParse(answer.to, url.href)) return failedImage('address')
      next = new URL(answer.to, url).href
    }
    return failedImage('unreachable')
  }
}

const failedImage = (fault: RemoteImageFault) => ({ kind: 'failed', fault }) as const

function readAddress(address: string, { isPublicAddress, trusted }: HttpsImageOptions): URL | RemoteImageFault {
  if (!URL.canParse(address)) return 'address'
  const url = new URL(address)
  const hasUsualPort = url.port === '' || url.port === String(trusted?.port)
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '' || !hasUsualPort) return 'address'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  // Such an address is not looked up.
  return isIP(host) !== 0 && !isPublicAddress(host) ? 'private' : url
}

type Download = RemoteImageAnswer | { kind: 'moved'; to: string }

function downloadImage(url: URL, signal: AbortSignal, options: HttpsImageOptions): Promise<Download> {
  return new Promise(resolve => {
    const fail = (error: unknown) => {
      resolve(failedImage(toFault(error, signal)))
      sent.destroy()
    }
    const sent = request(url, {
      lookup: options.guard,
      agent: false,
      signal,
      maxHeaderSize: MAX_HEADER_BYTES,
      headers: { 'User-Agent': options.userAgent, Accept: 'image/*' },
      ...(options.trusted && { ca: options.trusted.ca }),
    })
    sent.on('error', fail)
    sent.on('response', response => {
      readResponse(response, options.maxBytes ?? MAX_BYTES)
        .then(resolve, fail)
        .finally(() => sent.destroy())
    })
    sent.end()
  })
}

async function readResponse(response: IncomingMessage, maxBytes: number): Promise<Download> {
  const { statusCode = 0, headers } = response
  if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined)
    return { kind: 'moved', to: headers.location }
  if (statusCode !== 200) return failedImage(statusCode === 404 || statusCode === 410 ? 'missing' : 'unreachable')
  if (Number(headers['content-length'] ?? 0) > maxBytes) return failedImage('tooLarge')
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length
    if (length > maxBytes) return failedImage('tooLarge')
    parts.push(part)
  }
  return { kind: 'found', bytes: Buffer.concat(parts) }
}

function toFault(error: unknown, signal: AbortSignal): RemoteImageFault {
  if (signal.aborted) return 'timeout'
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'EADDRREFUSED' ? 'private' : 'unreachable'
}

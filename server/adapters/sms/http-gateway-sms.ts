import type { Sms } from './sms.ts'

const TIMEOUT_MS = 10_000

/**
 * The gateway did not accept the message. `reason` may be shown: the host, and the status or network error. It excludes the
 * response and the path, which may contain the number, the code or a key.
 */
class SmsGatewayError extends Error {
  readonly code: string
  readonly reason: string
  constructor(host: string, fault: string) {
    super(`The SMS gateway did not take a message: ${fault}`)
    this.code = fault
    this.reason = `${host}: ${fault}`
  }
}

/** Node.js only reports "fetch failed"; the reason is the code of its cause. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name
}

/** Posts {to, text} as JSON. A user name or password in the URL is sent as a bearer token instead. */
export function httpGatewaySms(url: string, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): Sms {
  const { address, token } = splitUrl(url)
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  return {
    async send({ to, text }) {
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text }),
        // A redirect must not send the token and shoppers' numbers elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new SmsGatewayError(new URL(address).host, faultOf(error))
      })
      await response.body?.cancel()
      if (!response.ok) throw new SmsGatewayError(new URL(address).host, `HTTP ${response.status}`)
    },
  }
}

function splitUrl(url: string): { address: string; token: string } {
  const address = new URL(url)
  const token = decodeURIComponent(address.password || address.username)
  address.username = ''
  address.password = ''
  return { address: address.href, token }
}

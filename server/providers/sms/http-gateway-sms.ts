import type { Sms } from './sms.ts'

const TIMEOUT_MS = 10_000

/** The gateway did not take the message. Tells the status alone: an answer may repeat the number or the code. */
class SmsGatewayError extends Error {
  readonly code: string
  constructor(code: string) {
    super(`The SMS gateway refused: ${code}`)
    this.code = code
  }
}

/** Posts {to, text} as JSON. A user name or password in the URL is sent as a bearer token, and not as part of the URL. */
export function httpGatewaySms(url: string, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): Sms {
  const { address, token } = splitUrl(url)
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  return {
    async send({ to, text }) {
      const response = await fetch(address, {
        method: 'POST',
        headers,
        body: JSON.stringify({ to, text }),
        // Elsewhere is not where the operator sends its token and its shoppers' numbers.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (!response.ok) throw new SmsGatewayError(`HTTP ${response.status}`)
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

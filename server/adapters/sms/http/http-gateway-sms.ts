import { callGateway, refusalBy, TIMEOUT_MS } from '#server/adapters/sms/call-gateway.ts'
import type { Sms } from '#server/adapters/sms/sms.ts'

/** Posts {to, text} as JSON. A user name or password in the URL is sent as a bearer token instead. */
export function httpGatewaySms(url: string, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): Sms {
  const { address, token } = splitUrl(url)
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  return {
    async send({ to, text }) {
      const answer = await callGateway({ url: address, headers, body: JSON.stringify({ to, text }), timeoutMs })
      if (answer.status < 200 || answer.status > 299) throw refusalBy(answer)
      return undefined
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

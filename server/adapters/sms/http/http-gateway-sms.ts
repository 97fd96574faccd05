import { requestHealth, callGateway, refusalBy, TIMEOUT_MS } from '#server/adapters/sms/call-gateway.ts'
import type { SmsProvider } from '#server/adapters/sms/sms.ts'

/** Posts {to, text} as JSON. A user name or password in the URL is sent as a bearer token instead. */
export function httpGatewaySms(url: string, { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {}): SmsProvider {
  const { address, token } = splitUrl(url)
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
  return {
    async send({ to, text }) {
      const answer = await callGateway({ url: address, headers, body: JSON.stringify({ to, text }), timeoutMs })
      if (answer.status < 200 || answer.status > 299) throw refusalBy(answer)
      return undefined
    },
    // Any gateway knows only messages. Each web server answers OPTIONS, without the token and without an effect.
    health: () =>
      requestHealth({ url: address, method: 'OPTIONS', headers: {}, timeoutMs }, ({ status }) =>
        status >= 500 ? `HTTP ${status}` : undefined,
      ),
  }
}

function splitUrl(url: string): { address: string; token: string } {
  const address = new URL(url)
  const token = decodeURIComponent(address.password || address.username)
  address.username = ''
  address.password = ''
  return { address: address.href, token }
}

import type { SettingsOf } from '#domain/adapter-settings.ts'
import type { FORTY_SIX_ELKS } from '#domain/messaging/carriers/46elks.ts'
import {
  requestHealth,
  basicAuthorization,
  callGateway,
  parseFields,
  refusalBy,
  TIMEOUT_MS,
} from '#server/adapters/sms/call-gateway.ts'
import { type SmsGateway, type SmsReport } from '#server/adapters/sms/sms.ts'

type ElksSettings = SettingsOf<(typeof FORTY_SIX_ELKS)['settings']> & { sender: string; timeoutMs?: number }

/**
 * The API of 46elks (46elks.com/docs/send-sms, sms-delivery-reports and get-account). It publishes no error codes, so a second gateway is
 * tried for whatever it refuses. Its reports are not signed: only the secret in their address shows that they are its own.
 */
export function fortySixElksSms({ url, user, password, sender, timeoutMs = TIMEOUT_MS }: ElksSettings): SmsGateway {
  const headers = {
    Authorization: basicAuthorization(user, password),
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  return {
    name: '46elks',
    async send({ to, text, reportTo }) {
      const reports = reportTo?.('46elks')
      // `dontlog`: the code stays out of the gateway's history.
      const fields = { from: sender, to, message: text, dontlog: 'message', ...(reports && { whendelivered: reports }) }
      const body = new URLSearchParams(fields).toString()
      const answer = await callGateway({ url: new URL('/a1/sms', url).href, headers, body, timeoutMs })
      if (answer.status !== 200) throw refusalBy(answer)
      if (parseFields(answer.text)['status'] === 'failed') throw refusalBy(answer, { fault: 'refused', code: 'failed' })
      return { gateway: '46elks' }
    },
    health: () =>
      requestHealth(
        {
          url: new URL('/a1/me', url).href,
          method: 'GET',
          headers: { Authorization: headers.Authorization },
          timeoutMs,
        },
        ({ status, text }) =>
          status !== 200 ? `HTTP ${status}` : Number(parseFields(text)['balance']) > 0 ? undefined : 'no credit',
      ),
    parseReport({ body }) {
      const status = new URLSearchParams(body).get('status')
      return REPORTED_STATES.find(state => state === status) ? toSmsReport(status) : 'ignored'
    },
  }
}

const REPORTED_STATES = ['sent', 'delivered', 'failed'] as const

// Only called with one of them.
const toSmsReport = (status: string | null): SmsReport =>
  status === 'failed'
    ? { state: 'failed', reason: '46elks: failed' }
    : { state: status === 'sent' ? 'sent' : 'delivered', reason: null }

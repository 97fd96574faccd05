import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SettingsOf } from '#domain/adapter-settings.ts'
import type { TWILIO } from '#domain/messaging/carriers/twilio.ts'
import {
  requestHealth,
  basicAuthorization,
  callGateway,
  faultOfStatus,
  parseFields,
  refusalBy,
  TIMEOUT_MS,
} from '#server/adapters/sms/call-gateway.ts'
import type { SmsFault, SmsGateway, SmsReport } from '#server/adapters/sms/sms.ts'

type TwilioSettings = SettingsOf<(typeof TWILIO)['settings']> & { sender: string; timeoutMs?: number }

/**
 * Codes that are about the number of the recipient, and not about the sender, the account or the text. 21211, 21214, 21217: not a
 * valid number; 21614: no mobile phone; 21610: its owner answered STOP, which another gateway must not get around.
 */
const ABOUT_THE_NUMBER = new Set(['21211', '21214', '21217', '21610', '21614'])

/** The Programmable Messaging API of Twilio (twilio/twilio-oai, spec/json/twilio_api_v2010.json). */
export function twilioSms({ url, account, token, sender, timeoutMs = TIMEOUT_MS }: TwilioSettings): SmsGateway {
  const resource = new URL(`/2010-04-01/Accounts/${account}`, url).href
  const headers = {
    Authorization: basicAuthorization(account, token),
    'Content-Type': 'application/x-www-form-urlencoded',
  }
  return {
    name: 'twilio',
    signatureHeader: 'x-twilio-signature',
    async send({ to, text, reportTo }) {
      const reports = reportTo?.('twilio')
      const fields = { From: sender, To: to, Body: text, ...(reports && { StatusCallback: reports }) }
      const body = new URLSearchParams(fields).toString()
      const answer = await callGateway({ url: `${resource}/Messages.json`, headers, body, timeoutMs })
      const { status, code, error_code } = parseFields(answer.text)
      if (answer.status !== 201)
        throw refusalBy(answer, code ? { fault: toSmsFault(answer.status, code), code } : undefined)
      if (status === 'failed' || status === 'undelivered')
        throw refusalBy(answer, { fault: toSmsFault(400, error_code ?? ''), code: error_code ?? status })
      return { gateway: 'twilio' }
    },
    health: () =>
      requestHealth(
        { url: `${resource}.json`, method: 'GET', headers: { Authorization: headers.Authorization }, timeoutMs },
        ({ status, text }) => (status === 200 ? faultInAccount(parseFields(text)) : `HTTP ${status}`),
      ),
    parseReport({ address: heardAt, signature, body }) {
      if (!isSignedByTwilio(token, { address: heardAt, signature, body })) return undefined
      return reportIn(new URLSearchParams(body)) ?? 'ignored'
    },
  }
}

/** A suspended or closed account sends nothing. */
const faultInAccount = ({ status = 'unknown' }: Record<string, string>) =>
  status === 'active' ? undefined : `account ${/^[a-z]{1,20}$/.test(status) ? status : 'unknown'}`

const toSmsFault = (status: number, code: string): SmsFault =>
  ABOUT_THE_NUMBER.has(code) ? 'number' : faultOfStatus(status)

const REPORTED_STATES: Readonly<Record<string, SmsReport['state']>> = {
  sent: 'sent',
  delivered: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
}

/** Others, such as `queued`, add nothing to the answer. */
function reportIn(form: URLSearchParams): SmsReport | undefined {
  const status = form.get('MessageStatus') ?? ''
  const state = Object.hasOwn(REPORTED_STATES, status) ? REPORTED_STATES[status] : undefined
  if (state === undefined) return undefined
  const code = /^\d{1,6}$/.exec(form.get('ErrorCode') ?? '')?.[0]
  return { state, reason: state === 'failed' ? `twilio: ${code ?? status}` : null }
}

/** HMAC-SHA1 over the address and the form's fields by their names, each name followed by its value (twilio.com/docs/usage/security). */
export function twilioSignature(token: string, address: string, body: string): string {
  const fields = [...new URLSearchParams(body)].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
  const signed = fields.map(([name, value]) => name + value).join('')
  return createHmac('sha1', token)
    .update(address + signed)
    .digest('base64')
}

type SignedCallback = { address: string; body: string; signature: string | undefined }

/** Twilio signs the address with its port or without it: its own libraries accept both. */
export const isSignedByTwilio = (token: string, { address, body, signature = '' }: SignedCallback): boolean =>
  withAndWithoutPort(address).some(each => isSame(signature, twilioSignature(token, each, body)))

/** The address without its port, and with it or the standard one. A URL leaves the standard one out, even where the text has it. */
function withAndWithoutPort(address: string): [string, string] {
  const { protocol, hostname, port, pathname, search } = new URL(address)
  const standardPort = protocol === 'https:' ? 443 : 80
  const rest = pathname + search
  return [`${protocol}//${hostname}${rest}`, `${protocol}//${hostname}:${port || standardPort}${rest}`]
}

function isSame(received: string, expected: string): boolean {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

import { createHmac, randomBytes } from 'node:crypto'
import type { ReportRequest } from '#server/adapters/sms/sms.ts'
import {
  basic,
  GatewaySimulator,
  type ReceivedRequest,
  isE164,
  isForm,
  isName,
  type Reply,
  type AcceptedSms,
} from './gateway-simulator.ts'

export const TWILIO = {
  account: `AC${'0123456789abcdef'.repeat(2)}`,
  token: 'simulated-twilio-token',
  // Of the test credentials: the only number that may send.
  sender: '+15005550006',
}

/** The fields of CreateMessage in twilio_api_v2010.json. */
const KNOWN =
  'To StatusCallback ApplicationSid MaxPrice ProvideFeedback Attempt ValidityPeriod ForceDelivery ContentRetention AddressRetention SmartEncoded PersistentAction TrafficType ShortenUrls ScheduleType SendAt SendAsMms ContentVariables RiskCheck From FallbackFrom MessagingServiceSid Body MediaUrl ContentSid'.split(
    ' ',
  )

/** Magic numbers of the test credentials (twilio.com/docs/iam/test-credentials), with the error that each gives. */
const MAGIC_TO: Record<string, number> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
}
const MAGIC_FROM: Record<string, number> = { '+15005550001': 21212, '+15005550007': 21606, '+15005550008': 21611 }

const OF_STATUS: Record<number, number> = { 401: 20003, 404: 20404, 429: 20429, 500: 20500, 503: 20503 }

/**
 * The Messages resource of Twilio as its published OpenAPI document, its pages on test credentials, errors and status callbacks
 * describe it. It was never compared with the real API.
 */
export class TwilioSimulator extends GatewaySimulator {
  accountStatus = 'active'

  protected answer(request: ReceivedRequest): Reply {
    const { method, path, form, headers } = request
    if (method === 'GET' && path === `/2010-04-01/Accounts/${TWILIO.account}.json`)
      return this.#toAccountReply(headers.authorization)
    const [to, from, text, callback] = ['To', 'From', 'Body', 'StatusCallback'].map(name => form.get(name) ?? '')
    const isValid = this.check({
      'POST Messages.json': method === 'POST' && path === `/2010-04-01/Accounts/${TWILIO.account}/Messages.json`,
      'a form': isForm(request),
      'only known fields, each once':
        new Set(form.keys()).size === form.size && [...form.keys()].every(name => KNOWN.includes(name)),
      'Body has at most 1600 characters': text !== undefined && text.length > 0 && text.length <= 1600,
      'StatusCallback is an address without underscores in its host':
        callback === '' || !new URL(callback ?? '').host.includes('_'),
    })
    if (headers.authorization !== basic(TWILIO.account, TWILIO.token)) return this.refusal(401)
    if (!isValid) return error(400, 20001, 'Bad request')
    const code = MAGIC_TO[to ?? ''] ?? MAGIC_FROM[from ?? ''] ?? this.#getCode(to ?? '', from ?? '')
    if (code !== undefined)
      return error(code === 21611 ? 429 : 400, code, `The number ${to} or ${from} of "${text}" is refused`)
    const sid = `SM${randomBytes(16).toString('hex')}`
    this.accepted.push({ id: sid, to: to ?? '', from: from ?? '', text: text ?? '', callback: callback ?? '' })
    const resource = {
      sid,
      account_sid: TWILIO.account,
      to,
      from,
      body: text,
      status: 'queued',
      error_code: null,
      error_message: null,
    }
    return {
      status: 201,
      body: JSON.stringify({ ...resource, direction: 'outbound-api', num_segments: '1', api_version: '2010-04-01' }),
    }
  }

  #toAccountReply(authorization: string | undefined): Reply {
    if (authorization !== basic(TWILIO.account, TWILIO.token)) return this.refusal(401)
    const account = { sid: TWILIO.account, friendly_name: 'Puoti', type: 'Full', status: this.accountStatus }
    return { status: 200, body: JSON.stringify({ ...account, auth_token: TWILIO.token }) }
  }

  #getCode(to: string, from: string): number | undefined {
    if (!isE164(to)) return 21211
    return isE164(from) || isName(from) ? undefined : 21212
  }

  protected refusal(status: number): Reply {
    return error(status, OF_STATUS[status] ?? 20001, `HTTP ${status}`)
  }

  /** `queued`, `sent`, `delivered`, `undelivered` or `failed`, signed with the account's token. */
  report({ id, to, from, callback }: AcceptedSms, state: string, code?: string): ReportRequest {
    const fields: Record<string, string> = {
      MessageSid: id,
      SmsSid: id,
      AccountSid: TWILIO.account,
      From: from,
      To: to,
      ApiVersion: '2010-04-01',
      MessageStatus: state,
      SmsStatus: state,
      ...(code !== undefined && { ErrorCode: code }),
    }
    const body = new URLSearchParams(fields).toString()
    return { address: callback, signature: signed(callback, fields), body }
  }
}

/** Written apart from the adapter's, so that one mistake is not in both. */
function signed(url: string, fields: Record<string, string>): string {
  let text = url
  for (const name of Object.keys(fields).toSorted()) text += `${name}${fields[name]}`
  return createHmac('sha1', TWILIO.token).update(Buffer.from(text, 'utf-8')).digest('base64')
}

const error = (status: number, code: number, message: string): Reply => ({
  status,
  body: JSON.stringify({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }),
})

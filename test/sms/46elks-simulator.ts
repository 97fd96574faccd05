import { randomBytes } from 'node:crypto'
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

export const ELKS = { user: 'u-simulated', password: 'simulated-elks-password', sender: 'Puoti' }

const KNOWN = ['from', 'to', 'message', 'whendelivered', 'dontlog', 'flashsms', 'dryrun']
const ERRORS: Record<number, string> = {
  401: 'API access requires Basic HTTP authentication',
  403: 'Not enough credits',
}

/**
 * The API of 46elks as 46elks.com/docs describes it: send-sms, sms-delivery-reports and get-account. Its texts of errors are not published; here
 * they repeat the number, as such texts do. It was never compared with the real API.
 */
export class FortySixElksSimulator extends GatewaySimulator {
  /** In ten-thousandths of the account's currency. */
  balance = 9_670_500

  protected answer(request: ReceivedRequest): Reply {
    const { method, path, form, headers } = request
    if (method === 'GET' && path === '/a1/me') return this.#toAccountReply(headers.authorization)
    const field = (name: string) => form.get(name)
    const [to, from, message, callback] = ['to', 'from', 'message', 'whendelivered'].map(field)
    const isValid = this.check({
      'POST /a1/sms': method === 'POST' && path === '/a1/sms',
      'a form': isForm(request),
      'only known fields, each once':
        new Set(form.keys()).size === form.size && [...form.keys()].every(name => KNOWN.includes(name)),
      'from is a number or a name': isE164(from ?? null) || isName(from ?? null),
      'message is not empty': (message ?? '') !== '',
      'whendelivered is an address': callback === null || URL.canParse(callback ?? ''),
      'dontlog is message': [null, 'message'].includes(field('dontlog')),
    })
    if (headers.authorization !== basic(ELKS.user, ELKS.password)) return this.refusal(401)
    if (!isValid || !isE164(to ?? null))
      return { status: 400, body: `Invalid parameters: to=${to}, message=${message}` }
    const accepted = {
      id: `s${randomBytes(16).toString('hex')}`,
      to: to ?? '',
      from: from ?? '',
      text: message ?? '',
      callback: callback ?? '',
    }
    this.accepted.push(accepted)
    const shown = {
      id: accepted.id,
      from,
      to,
      parts: 1,
      cost: 5000,
      direction: 'outgoing',
      created: '2026-11-26T18:00:00.000000',
    }
    return { status: 200, body: JSON.stringify({ ...shown, status: 'created', dontlog: 'message' }) }
  }

  #toAccountReply(authorization: string | undefined): Reply {
    if (authorization !== basic(ELKS.user, ELKS.password)) return this.refusal(401)
    const account = { id: 'u5a95', displayname: 'Puoti', mobilenumber: '+358401234567', email: 'shop@puoti.example' }
    return { status: 200, body: JSON.stringify({ ...account, currency: 'EUR', balance: this.balance }) }
  }

  protected refusal(status: number): Reply {
    return { status, body: ERRORS[status] ?? `Error ${status}` }
  }

  /** `sent`, `delivered` or `failed`. Nothing is signed. */
  report({ id, callback }: AcceptedSms, state: string): ReportRequest {
    const time = { ...(state === 'delivered' && { delivered: '2026-11-26T18:00:04.000000' }) }
    return {
      address: callback,
      signature: undefined,
      body: new URLSearchParams({ id, status: state, ...time }).toString(),
    }
  }
}

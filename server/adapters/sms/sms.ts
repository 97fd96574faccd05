import type { ChannelHealth } from '#domain/messaging/carriers/channel-health.ts'
import type { ReportingGateway } from '#domain/messaging/carriers/sms-gateways.ts'

export type { ReportingGateway }

/** `to` is in E.164. */
export type SmsMessage = {
  to: string
  text: string
  /** The address for a gateway's reports about this message; undefined: reports can't reach the shop. */
  reportTo?: (gateway: ReportingGateway) => string | undefined
}

/** The gateway that accepted a message; undefined: it sends no delivery reports. */
type AcceptedSms = { gateway: ReportingGateway } | undefined

/** A gateway's report on a message that it accepted. `reason`: the gateway's code of a failure, which may be shown and logged. */
export type SmsReport = { state: 'sent' | 'delivered' | 'failed'; reason: string | null }

/** A request to an address from `reportTo`. `address`: the full URL as it was sent to the gateway. */
export type ReportRequest = { address: string; signature: string | undefined; body: string }

/** Sends SMS. Throws on failure, so that the job is retried. */
export type Sms = { send: (message: SmsMessage) => Promise<AcceptedSms> }

/** `health` asks whether a message would be taken now. It sends none, costs nothing, and doesn't throw. */
export type SmsProvider = Sms & { health: () => Promise<ChannelHealth> }

/**
 * Reads a report of a gateway. `ignored`: it is from the gateway but contains no new state. Undefined: nothing proves that it is
 * from the gateway.
 */
type ParseReport = (request: ReportRequest) => SmsReport | 'ignored' | undefined
/** `signatureHeader`: the header with the signature of its reports, if it signs them. */
export type SmsGateway = SmsProvider & { name: ReportingGateway; signatureHeader?: string; parseReport: ParseReport }

/**
 * Why a gateway did not take a message. `number`: this number can't get it, from whichever gateway. `refused`: this gateway doesn't
 * take it: its keys, its credit, the sender, too much at once. `unreachable`: the request certainly did not arrive. `unknown`: it
 * may have been taken.
 */
export type SmsFault = 'number' | 'refused' | 'unreachable' | 'unknown'

/**
 * `reason` may be shown: the host, and the status, code or network error. It excludes the response and the path, which may contain
 * the number, the text or a key.
 */
export class SmsError extends Error {
  readonly fault: SmsFault
  readonly code: string
  readonly reason: string
  constructor(fault: SmsFault, code: string, reason: string) {
    super(`The SMS gateway did not take a message: ${code}`)
    this.fault = fault
    this.code = code
    this.reason = reason
  }
}

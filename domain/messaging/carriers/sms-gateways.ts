import { FORTY_SIX_ELKS } from './46elks.ts'
import { HTTP_GATEWAY } from './http.ts'
import type { SmsGatewayDeclaration } from './sms-gateway.ts'
import { TWILIO } from './twilio.ts'

/** The gateways for SMS, by their names in PUOTI_SMS_GATEWAYS, in the order of the documentation. */
export const SMS_GATEWAYS = { http: HTTP_GATEWAY, '46elks': FORTY_SIX_ELKS, twilio: TWILIO } as const satisfies Record<
  string,
  SmsGatewayDeclaration
>

type SmsGateways = typeof SMS_GATEWAYS
export type SmsGatewayName = keyof SmsGateways
/** The gateways that report what became of a message. */
export type ReportingGateway = {
  [Name in SmsGatewayName]: SmsGateways[Name] extends { sendsReports: true } ? Name : never
}[SmsGatewayName]

// The object has no other keys.
export const SMS_GATEWAY_NAMES = Object.keys(SMS_GATEWAYS) as readonly SmsGatewayName[]
export const isSmsGateway = (name: string): name is SmsGatewayName => Object.hasOwn(SMS_GATEWAYS, name)
const gatewayDeclarations: Readonly<Record<SmsGatewayName, SmsGatewayDeclaration>> = SMS_GATEWAYS
export const hasSender = (name: SmsGatewayName): boolean => gatewayDeclarations[name].hasSender === true
export const sendsReports = (name: SmsGatewayName): boolean => gatewayDeclarations[name].sendsReports === true

import { z } from 'zod'
import { isOverTls } from './config-risks.ts'
import { ConfigError, isCountry, list } from './config-values.ts'

const GATEWAYS = ['http', '46elks', 'twilio'] as const
type GatewayName = (typeof GATEWAYS)[number]
const isGateway = (name: string): name is GatewayName => GATEWAYS.some(each => each === name)

/** A phone number in E.164, or a name: up to eleven letters, digits and spaces, not only digits. */
const SENDER = /^(?:\+[1-9]\d{6,14}|(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9 ]{0,10})$/

const api = (address: string) =>
  z
    .url({ protocol: /^https?$/ })
    .refine(isOverTls, 'keys and codes go there: it must be https')
    .default(address)

/** The variables about SMS and their gateways, in the order of the documentation. */
export const SMS_SETTINGS = {
  PUOTI_SMS_GATEWAYS: list
    .default([])
    .refine(
      names => names.length <= 2 && names.every(isGateway) && new Set(names).size === names.length,
      `one or two of ${GATEWAYS.join(', ')}, the one to use first in front`,
    ),
  PUOTI_SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  PUOTI_SMS_SENDER: z
    .string()
    .regex(SENDER, 'it is a number such as +358401234567, or a name of up to 11 letters, digits and spaces')
    .optional(),
  PUOTI_46ELKS_USER: z.string().optional(),
  PUOTI_46ELKS_PASSWORD: z.string().optional(),
  PUOTI_46ELKS_URL: api('https://api.46elks.com'),
  PUOTI_TWILIO_ACCOUNT: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'it is AC and 32 digits and letters')
    .optional(),
  PUOTI_TWILIO_TOKEN: z.string().optional(),
  PUOTI_TWILIO_URL: api('https://api.twilio.com'),
  PUOTI_SMS_COUNTRIES: list
    .default(['FI', 'SE', 'NO', 'DK', 'EE'])
    .refine(
      countries => countries.length > 0 && countries.every(isCountry),
      'each is a country of two letters, such as FI',
    ),
  PUOTI_SMS_DAILY_CAP: z.coerce.number().int().min(1).default(1000),
}

type Environment = z.output<z.ZodObject<typeof SMS_SETTINGS>>

/** A gateway with what is needed to call it. */
export type SmsGatewaySettings =
  | { kind: 'http'; url: string }
  | { kind: '46elks'; url: string; user: string; password: string; sender: string }
  | { kind: 'twilio'; url: string; account: string; token: string; sender: string }

/** The settings of the SMS gateways. Throws ConfigError if a named gateway lacks a setting. */
export function smsSettings(env: Environment) {
  const named = env.PUOTI_SMS_GATEWAYS.filter(isGateway)
  const names = named.length === 0 && env.PUOTI_SMS_URL !== undefined ? ['http' as const] : named
  return {
    /** The one to use first, and the one for what that one doesn't take. Empty: there is no gateway. */
    smsGateways: names.map(name => gatewaySettings(name, env)),
    /** Undefined: the gateway at PUOTI_SMS_URL has its own. */
    smsSender: names.some(name => name !== 'http') ? env.PUOTI_SMS_SENDER : undefined,
  }
}

function gatewaySettings(kind: GatewayName, env: Environment): SmsGatewaySettings {
  const required = (name: keyof Environment & `PUOTI_${string}`): string => {
    const value = env[name]
    if (typeof value === 'string') return value
    throw new ConfigError(`The environment variable ${name} is missing: PUOTI_SMS_GATEWAYS names ${kind}.`)
  }
  if (kind === 'http') return { kind, url: required('PUOTI_SMS_URL') }
  const sender = required('PUOTI_SMS_SENDER')
  if (kind === '46elks') {
    const [user, password] = [required('PUOTI_46ELKS_USER'), required('PUOTI_46ELKS_PASSWORD')]
    return { kind, url: env.PUOTI_46ELKS_URL, user, password, sender }
  }
  const [account, token] = [required('PUOTI_TWILIO_ACCOUNT'), required('PUOTI_TWILIO_TOKEN')]
  return { kind, url: env.PUOTI_TWILIO_URL, account, token, sender }
}

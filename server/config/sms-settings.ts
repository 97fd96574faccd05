import { z } from 'zod'
import type { EnvironmentSettings, SettingsOf } from '#domain/adapter-settings.ts'
import {
  isSmsGateway,
  SMS_GATEWAY_NAMES,
  SMS_GATEWAYS,
  type SmsGatewayName,
  hasSender,
} from '#domain/messaging/carriers/sms-gateways.ts'
import { ConfigError, isCountry, listSetting } from './config-values.ts'
import { missingVariables, readDeclared, toVariables } from './declared-settings.ts'

/** A phone number in E.164, or a name: up to eleven letters, digits and spaces, not only digits. */
const SENDER_PATTERN = /^(?:\+[1-9]\d{6,14}|(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9 ]{0,10})$/

type SmsGateways = typeof SMS_GATEWAYS
type VariableOf<Settings extends EnvironmentSettings> = Settings[keyof Settings]['variable']
type GatewayVariable = { [Name in SmsGatewayName]: VariableOf<SmsGateways[Name]['settings']> }[SmsGatewayName]

/** The variables about SMS and their gateways, in the order of the documentation. */
export const SMS_SETTINGS = {
  PUOTI_SMS_GATEWAYS: listSetting
    .default([])
    .refine(
      names => names.length <= 2 && names.every(isSmsGateway) && new Set(names).size === names.length,
      `one or two of ${SMS_GATEWAY_NAMES.join(', ')}, the one to use first in front`,
    ),
  PUOTI_SMS_SENDER: z
    .string()
    .regex(SENDER_PATTERN, 'it is a number such as +358401234567, or a name of up to 11 letters, digits and spaces')
    .optional(),
  // They have the variables of all gateways.
  ...(Object.assign({}, ...SMS_GATEWAY_NAMES.map(name => toVariables(SMS_GATEWAYS[name].settings))) as Record<
    GatewayVariable,
    z.ZodType<string | undefined>
  >),
  PUOTI_SMS_COUNTRIES: listSetting
    .default(['FI', 'SE', 'NO', 'DK', 'EE'])
    .refine(
      countries => countries.length > 0 && countries.every(isCountry),
      'each is a country of two letters, such as FI',
    ),
  PUOTI_SMS_DAILY_CAP: z.coerce.number().int().min(1).default(1000),
}

type SmsEnvironment = z.output<z.ZodObject<typeof SMS_SETTINGS>>

/** A gateway with what is needed to call it. */
export type SmsGatewaySettings = {
  [Name in SmsGatewayName]: { kind: Name } & SettingsOf<SmsGateways[Name]['settings']> &
    (SmsGateways[Name] extends { hasSender: true } ? { sender: string } : object)
}[SmsGatewayName]

/** The gateways to use: those named, or the one at PUOTI_SMS_URL. */
function chosenGateways(env: SmsEnvironment): SmsGatewayName[] {
  const gateways = env.PUOTI_SMS_GATEWAYS.filter(isSmsGateway)
  return gateways.length === 0 && env.PUOTI_SMS_URL !== undefined ? ['http'] : gateways
}

/** Where SMS go. */
export const smsAddresses = (env: SmsEnvironment): string[] =>
  chosenGateways(env).flatMap(name => readDeclared(SMS_GATEWAYS[name].settings, env).url ?? [])

/** The settings of the SMS gateways. Throws ConfigError if a named gateway lacks a setting. */
export function smsSettings(env: SmsEnvironment) {
  const names = chosenGateways(env)
  return {
    /** The one to use first, and the one for what that one doesn't take. Empty: there is no gateway. */
    smsGateways: names.map(name => gatewaySettings(name, env)),
    /** Undefined: the gateway at PUOTI_SMS_URL has its own. */
    smsSender: names.some(hasSender) ? env.PUOTI_SMS_SENDER : undefined,
  }
}

function gatewaySettings(kind: SmsGatewayName, env: SmsEnvironment): SmsGatewaySettings {
  const sender = hasSender(kind) ? env.PUOTI_SMS_SENDER : undefined
  const { settings } = SMS_GATEWAYS[kind]
  const missing = hasSender(kind) && sender === undefined ? 'PUOTI_SMS_SENDER' : missingVariables(settings, env)[0]
  if (missing !== undefined)
    throw new ConfigError(`The environment variable ${missing} is missing: PUOTI_SMS_GATEWAYS names ${kind}.`)
  // None is missing.
  return { kind, ...readDeclared(settings, env), ...(sender !== undefined && { sender }) } as SmsGatewaySettings
}

import { readFileSync } from 'node:fs'
import webPush from 'web-push'
import type { MailProvider } from '#server/adapters/email/email.ts'
import { mailboxMail } from '#server/adapters/email/mailbox-mail.ts'
import { smtpMail } from '#server/adapters/email/smtp/smtp-mail.ts'
import { type FcmCredentials, fcmCredentials, fcmService } from '#server/adapters/push/fcm.ts'
import type { PushService, VapidKeys } from '#server/adapters/push/push.ts'
import { webPushService } from '#server/adapters/push/web-push.ts'
import { fortySixElksSms } from '#server/adapters/sms/46elks/46elks-sms.ts'
import { httpGatewaySms } from '#server/adapters/sms/http/http-gateway-sms.ts'
import { mailboxSms } from '#server/adapters/sms/mailbox-sms.ts'
import type { SmsGateway, SmsProvider } from '#server/adapters/sms/sms.ts'
import { twilioSms } from '#server/adapters/sms/twilio/twilio-sms.ts'
import { firstThenSecond, SHARED_TIMEOUT_MS } from '#server/adapters/sms/two-gateways.ts'
import { ConfigError } from '#server/config/config-values.ts'
import type { Config } from '#server/config/config.ts'
import type { SmsGatewaySettings } from '#server/config/sms-settings.ts'
import { operatorContact } from '#server/modules/messaging/push/push-channel.ts'
import type { PushServices } from '#server/modules/messaging/push/send-delivery.ts'
import type { Context } from '#server/platform/context.ts'
import { storeMail, storeSms } from '#server/platform/outbox/store-in-mailbox.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { getOrCreateSecret } from '#server/platform/secrets/secrets.ts'

/** How this installation sends emails and SMS. Throws ConfigError when there is no way to send. */
export const chooseMailAndSms = ({
  config,
  db,
}: Pick<Context, 'config' | 'db'>): { mail: MailProvider; sms: ChosenSms } => ({
  mail: chooseMail(config, db),
  sms: chooseSms(config, db),
})

type ForMail = Pick<Config, 'smtpUrl' | 'smtpTls' | 'mailFrom' | 'devMailbox' | 'isStaging'>

/** SMTP when it is configured, else the development mailbox. Throws ConfigError when neither is available. */
export function chooseMail(config: ForMail, db: Db): MailProvider {
  if (config.smtpUrl && !config.isStaging)
    return smtpMail({ url: config.smtpUrl, from: config.mailFrom, tls: config.smtpTls })
  if (config.devMailbox) return mailboxMail(message => storeMail(db, message))
  throw new ConfigError(
    'The environment variable SMTP_URL is missing: nobody could sign in without mail. PUOTI_DEV_MAILBOX=on keeps all mail on a page of this server instead, for everyone to read.',
  )
}

type ForSms = Pick<Config, 'smsGateways' | 'devMailbox' | 'isStaging'>
type ChosenSms = SmsProvider & { gateways: readonly SmsGateway[] }

/**
 * The configured gateway, or two, else the development mailbox; `gateways`: those that report. Throws ConfigError when there is no
 * way to send.
 */
export function chooseSms({ smsGateways, devMailbox, isStaging }: ForSms, db: Db): ChosenSms {
  const [first, second] = isStaging ? [] : smsGateways
  if (first && second) {
    const both = [openGateway(first, SHARED_TIMEOUT_MS), openGateway(second, SHARED_TIMEOUT_MS)] as const
    return { ...firstThenSecond(...both), gateways: both.filter(isReporting) }
  }
  if (first) {
    const gateway = openGateway(first)
    return { send: gateway.send, health: gateway.health, gateways: [gateway].filter(isReporting) }
  }
  if (devMailbox) return { ...mailboxSms(message => storeSms(db, message)), gateways: [] }
  throw new ConfigError(
    'The environment variable PUOTI_SMS_URL is missing, or PUOTI_SMS_GATEWAYS with the keys of a gateway: nobody could verify a phone without SMS. PUOTI_DEV_MAILBOX=on keeps all SMS on a page of this server instead, for everyone to read.',
  )
}

function openGateway(settings: SmsGatewaySettings, timeoutMs?: number): SmsProvider | SmsGateway {
  const timeout = timeoutMs === undefined ? {} : { timeoutMs }
  if (settings.kind === 'http') return httpGatewaySms(settings.url, timeout)
  if (settings.kind === '46elks') return fortySixElksSms({ ...settings, ...timeout })
  return twilioSms({ ...settings, ...timeout })
}

const isReporting = (gateway: SmsProvider | SmsGateway): gateway is SmsGateway => 'parseReport' in gateway

/** Web push always, with the installation's own keys; the app when Firebase is configured. Throws ConfigError. */
export async function choosePush({ config, db }: Pick<Context, 'config' | 'db'>): Promise<PushServices> {
  const credentials = config.fcmCredentials === undefined ? undefined : readCredentials(config.fcmCredentials)
  const secret = await getOrCreateSecret(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys()))
  // Written by this function.
  const keys = JSON.parse(secret) as VapidKeys
  if (config.isStaging) return { publicKey: keys.publicKey, webpush: NO_SERVICE, apns: undefined }
  return {
    publicKey: keys.publicKey,
    webpush: webPushService({ keys, contact: operatorContact({ config, db }), trusted: config.pushServices }),
    apns: credentials && fcmService({ credentials, ...(config.fcmUrl && { url: config.fcmUrl }) }),
  }
}

/** For a staging copy, whose rows contain the devices of real shoppers: sends nothing. */
const NO_SERVICE: PushService = {
  accepts: () => false,
  send: () => Promise.resolve({ kind: 'failed', reason: 'staging' }),
  close: () => undefined,
}

/** Reads a service account's key, from JSON or a file that contains it. The error message contains nothing of the key. */
function readCredentials(configured: string): FcmCredentials {
  try {
    const text = configured.trimStart().startsWith('{') ? configured : readFileSync(configured, 'utf8')
    return fcmCredentials.parse(JSON.parse(text))
  } catch {
    throw new ConfigError(
      'The environment variable PUOTI_FCM_CREDENTIALS has a wrong value: it is no key of a service account, nor a file that has one.',
    )
  }
}

import type { Kysely } from 'kysely'
import type { Mail } from '#server/adapters/email/email.ts'
import { mailboxMail } from '#server/adapters/email/mailbox-mail.ts'
import { smtpMail } from '#server/adapters/email/smtp-mail.ts'
import { httpGatewaySms } from '#server/adapters/sms/http-gateway-sms.ts'
import { mailboxSms } from '#server/adapters/sms/mailbox-sms.ts'
import type { Sms } from '#server/adapters/sms/sms.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type { Config } from '#server/config/config.ts'
import type { Context } from '#server/platform/context.ts'
import { keepMail, keepSms } from '#server/platform/outbox/keep-in-mailbox.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** How this installation sends emails and SMS. Throws ConfigError when there is no way to send. */
export const chooseMailAndSms = ({ config, db }: Pick<Context, 'config' | 'db'>): { mail: Mail; sms: Sms } => ({
  mail: chooseMail(config, db),
  sms: chooseSms(config, db),
})

type ForMail = Pick<Config, 'smtpUrl' | 'smtpTls' | 'mailFrom' | 'devMailbox' | 'isStaging'>

/** SMTP when it is configured, else the development mailbox. Throws ConfigError when neither is available. */
export function chooseMail(config: ForMail, db: Kysely<Database>): Mail {
  if (config.smtpUrl && !config.isStaging)
    return smtpMail({ url: config.smtpUrl, from: config.mailFrom, tls: config.smtpTls })
  if (config.devMailbox) return mailboxMail(message => keepMail(db, message))
  throw new ConfigError(
    'The environment variable SMTP_URL is missing: nobody could sign in without mail. PUOTI_DEV_MAILBOX=on keeps all mail on a page of this server instead, for everyone to read.',
  )
}

/** The HTTP gateway when it is configured, else the development mailbox. Throws ConfigError when neither is available. */
export function chooseSms(config: Pick<Config, 'smsUrl' | 'devMailbox' | 'isStaging'>, db: Kysely<Database>): Sms {
  if (config.smsUrl && !config.isStaging) return httpGatewaySms(config.smsUrl)
  if (config.devMailbox) return mailboxSms(message => keepSms(db, message))
  throw new ConfigError(
    'The environment variable PUOTI_SMS_URL is missing: nobody could verify a phone without SMS. PUOTI_DEV_MAILBOX=on keeps all SMS on a page of this server instead, for everyone to read.',
  )
}

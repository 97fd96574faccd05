import type { Kysely } from 'kysely'
import { ConfigError } from '#server/config/config-error.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Mail } from '#server/adapters/email/email.ts'
import { mailboxMail } from '#server/adapters/email/mailbox-mail.ts'
import { smtpMail } from '#server/adapters/email/smtp-mail.ts'
import { keepMail } from '#server/platform/outbox/keep-in-mailbox.ts'

/** SMTP when it is configured, else the development mailbox. Throws ConfigError when neither is available. */
export function chooseMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'devMailbox'>, db: Kysely<Database>): Mail {
  if (config.smtpUrl) return smtpMail({ url: config.smtpUrl, from: config.mailFrom })
  if (config.devMailbox) return mailboxMail(message => keepMail(db, message))
  throw new ConfigError(
    'The environment variable SMTP_URL is missing: nobody could sign in without mail. PUOTI_DEV_MAILBOX=on keeps all mail on a page of this server instead, for everyone to read.',
  )
}

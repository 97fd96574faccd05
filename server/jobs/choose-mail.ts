import type { Kysely } from 'kysely'
import { ConfigError } from '../config-error.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/tables.ts'
import type { Mail } from '../providers/mail/mail.ts'
import { mailboxMail } from '../providers/mail/mailbox-mail.ts'
import { smtpMail } from '../providers/mail/smtp-mail.ts'
import { keepMail } from './keep-in-mailbox.ts'

/** SMTP when it is configured, else the development mailbox. Throws ConfigError when neither may be. */
export function chooseMail(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'devMailbox'>, db: Kysely<Database>): Mail {
  if (config.smtpUrl) return smtpMail({ url: config.smtpUrl, from: config.mailFrom })
  if (config.devMailbox) return mailboxMail(message => keepMail(db, message))
  throw new ConfigError(
    'The environment variable SMTP_URL is missing: nobody could sign in without mail. PUOTI_DEV_MAILBOX=on keeps all mail on a page of this server instead, for everyone to read.',
  )
}
